// SPDX-License-Identifier: Apache-2.0
// The model file for the editor's eye: tables, keys, strings, numbers, comments.
import type { StreamParser } from "@codemirror/language";

interface Place {
  closing: '"""' | "'''" | null; // inside a string of several lines
}

export const toml: StreamParser<Place> = {
  name: "toml",
  startState: () => ({ closing: null }),
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["[", "{", '"'] } },
  token(stream, place) {
    if (place.closing) {
      const end = stream.string.indexOf(place.closing, stream.pos);
      if (end < 0) stream.skipToEnd();
      else {
        stream.pos = end + 3;
        place.closing = null;
      }
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (/^\s*$/.test(stream.string.slice(0, stream.start)) && stream.match(/^\[\[?[^\]#]*\]?\]?/)) return "heading";
    const long = stream.match(/^(?:"""|''')/) as RegExpMatchArray | null;
    if (long) {
      place.closing = long[0] as Place["closing"];
      return "string";
    }
    if (stream.match(/^(?:[A-Za-z0-9_-]+|"[^"]*")(?:\s*\.\s*[A-Za-z0-9_-]+)*(?=\s*=)/)) return "propertyName";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) return "string";
    if (stream.match(/^(?:true|false)\b/)) return "bool";
    if (stream.match(/^[+-]?(?:\d[\d_]*)(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/)) return "number";
    stream.next();
    return null;
  },
};
