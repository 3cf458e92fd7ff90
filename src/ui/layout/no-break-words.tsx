/** Characters of a heading that surely fit into one line of 360 pixels. */
const maxNoBreakLength = 18;

/**
 * A heading's text whose hyphenated words and names (Vende-C, e-mail, Anne-Marie) go to the next line whole: left to
 * itself a browser breaks after every hyphen. A word that may be longer than a phone's line is left to it.
 */
export function NoBreakWords({ text }: { readonly text: string }) {
  // Every second piece is such a word.
  return text.split(/(\S*-\S*)/).map((piece, index) =>
    index % 2 === 1 && piece.length <= maxNoBreakLength ? (
      <span key={index} className="whole">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
