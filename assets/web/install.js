// A page that came from a server can be put on a phone's home screen like any app: its manifest and its icon
// are made here, so that the page stays one file. Browsers that offer that get a button for it.
(function (F) {
  "use strict";

  // `cover(size, done)` gives the icon as the address of a picture. The button stays hidden where nothing
  // can be installed.
  F.install = function (pack, make, cover) {
    var offer = null, button = make("button", { type: "button", id: "install", "class": "choice", text: "Install as an app", act: function () {
      if (offer) offer.prompt();
      offer = null;
      button.hidden = true;
    } });
    button.hidden = true;
    window.addEventListener("beforeinstallprompt", function (event) {
      event.preventDefault();
      offer = event;
      button.hidden = false;
    });
    window.addEventListener("appinstalled", function () { button.hidden = true; });
    if (/^https?:$/.test(location.protocol)) cover(512, function (icon) {
      var here = location.href.split("#")[0], ground = getComputedStyle(document.body).backgroundColor;
      var manifest = { name: pack.title, short_name: pack.title, id: here, start_url: here, display: "standalone",
        background_color: ground, theme_color: ground,
        icons: ["any", "maskable"].map(function (purpose) { return { src: icon, sizes: "512x512", type: "image/png", purpose: purpose }; }) };
      document.querySelector("link[rel=icon]").setAttribute("href", icon);
      [make("link", { rel: "apple-touch-icon", href: icon }), make("meta", { name: "theme-color", content: ground }),
        make("link", { rel: "manifest", href: "data:application/manifest+json," + encodeURIComponent(JSON.stringify(manifest)) })
      ].forEach(function (part) { document.head.appendChild(part); });
    });
    return button;
  };
})(Foolproof);
