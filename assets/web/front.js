// The first screen, over the levels: the author, what the pack says, each game's goal, a button that begins,
// and what the hand does as moving pictures.
(function (F) {
  "use strict";

  // `begin` opens the level to go on with, `rules` the sheet with the rules.
  F.front = function (pack, make, begin, rules) {
    var button = make("button", { type: "button", id: "begin", act: begin });
    var goals = Object.keys(pack.games).map(function (id) { return pack.games[id]; });
    var several = goals.length > 1;

    function picture(hand) {
      var svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", "0 0 " + pack.scene[0] + " " + pack.scene[1]);
      svg.setAttribute("aria-hidden", "true");
      svg.innerHTML = hand.picture;
      if (F.isCalm() && svg.pauseAnimations) {
        svg.pauseAnimations();
        svg.setCurrentTime(pack.scene[2]);
      }
      return make("li", {}, [svg, make("span", { text: hand.words })]);
    }

    var element = make("section", { id: "front", "aria-label": "About" }, [
      pack.author ? make("p", { "class": "by", text: "by " + pack.author }) : null
    ].concat(goals.slice(0, 3).map(function (game) {
      return game.goal ? make("p", { "class": "goal", text: several ? game.name + ": " + game.goal : game.goal }) : null;
    }), [
      pack.about ? make("p", { "class": "about", text: pack.about }) : null,
      make("p", { "class": "choices" }, [button,
        make("button", { type: "button", "class": "choice", id: "rules", text: "Rules", act: rules })]),
      pack.hands.length ? make("ul", { id: "hands", "aria-label": "What you do" }, pack.hands.map(picture)) : null
    ]));
    return {
      element: element,
      // The label of the button; nothing if there is nothing to begin with.
      update: function (name) {
        button.textContent = name || "";
        button.hidden = !name;
      }
    };
  };
})(Foolproof);
