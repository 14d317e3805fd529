// Unpacks what the program has packed for the page: deflated bytes in base64 (RFC 1951 and 4648). Browsers do
// that themselves only since 2023, and one has to wait for them. Knows no page.
(function (F) {
  "use strict";

  // The order in which the lengths of codes are stored.
  var ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

  // What codes of lengths and of distances stand for: where each begins, and how many bits follow.
  function steps(count, first, perStep) {
    var list = [], base = first;
    for (var code = 0; code < count; code += 1) {
      var more = Math.max(0, Math.floor(code / perStep) - 1);
      list.push([base, more]);
      base += 1 << more;
    }
    return list;
  }
  var LENGTHS = steps(28, 3, 4).concat([[258, 0]]), DISTANCES = steps(30, 1, 2);

  // A code by the lengths of its words: the number of words of each length, and their meanings in order.
  function codeOf(lengths) {
    var counts = new Uint16Array(16), means = [];
    lengths.forEach(function (length) { if (length) counts[length] += 1; });
    for (var length = 1; length < 16; length += 1) {
      lengths.forEach(function (own, symbol) { if (own === length) means.push(symbol); });
    }
    return { counts: counts, means: means };
  }

  function repeated(value, count) {
    var list = [];
    while (list.length < count) list.push(value);
    return list;
  }

  function inflated(bytes) {
    var at = 0, kept = 0, held = 0, out = new Uint8Array(8 * bytes.length + 1024), size = 0;

    function bits(count) {
      while (held < count) { kept |= bytes[at++] << held; held += 8; }
      var value = kept & (1 << count) - 1;
      kept >>>= count;
      held -= count;
      return value;
    }
    function symbol(code) {
      for (var length = 1, word = 0, first = 0, before = 0; length < 16; length += 1) {
        word = word << 1 | bits(1);
        first = first << 1;
        if (word - first < code.counts[length]) return code.means[before + word - first];
        first += code.counts[length];
        before += code.counts[length];
      }
      throw new Error("damaged data");
    }
    function put(byte) {
      if (size === out.length) {
        var larger = new Uint8Array(2 * size);
        larger.set(out);
        out = larger;
      }
      out[size++] = byte;
    }
    function stored() {
      kept = held = 0;
      var count = bytes[at] | bytes[at + 1] << 8;
      for (at += 4; count > 0; count -= 1) put(bytes[at++]);
    }
    function codes() {
      var literals = bits(5) + 257, distances = bits(5) + 1, told = bits(4) + 4, own = repeated(0, 19), lengths = [];
      for (var n = 0; n < told; n += 1) own[ORDER[n]] = bits(3);
      own = codeOf(own);
      while (lengths.length < literals + distances) {
        var one = symbol(own);
        if (one < 16) lengths.push(one);
        else if (one === 16) lengths = lengths.concat(repeated(lengths[lengths.length - 1], bits(2) + 3));
        else lengths = lengths.concat(repeated(0, one === 17 ? bits(3) + 3 : bits(7) + 11));
      }
      return [codeOf(lengths.slice(0, literals)), codeOf(lengths.slice(literals))];
    }
    function block(literals, distances) {
      for (;;) {
        var one = symbol(literals);
        if (one === 256) return;
        if (one < 256) { put(one); continue; }
        var length = LENGTHS[one - 257], count = length[0] + bits(length[1]);
        var distance = DISTANCES[symbol(distances)], back = distance[0] + bits(distance[1]);
        for (; count > 0; count -= 1) put(out[size - back]);
      }
    }
    var FIXED = [codeOf(repeated(8, 144).concat(repeated(9, 112), repeated(7, 24), repeated(8, 8))), codeOf(repeated(5, 30))];
    for (var last = 0; !last;) {
      last = bits(1);
      var kind = bits(2);
      if (kind === 0) { stored(); continue; }
      var two = kind === 1 ? FIXED : codes();
      block(two[0], two[1]);
    }
    return out.subarray(0, size);
  }

  // The bytes of what was packed and written in base64.
  F.unpackedBytes = function (text) {
    var letters = window.atob(text), bytes = new Uint8Array(letters.length);
    for (var at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
    return inflated(bytes);
  };

  // The text of it.
  F.unpacked = function (text) { return new TextDecoder().decode(F.unpackedBytes(text)); };
})(Foolproof);
