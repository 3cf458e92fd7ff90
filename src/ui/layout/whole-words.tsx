/**
 * A heading's text whose hyphenated words and names (Vende-C, e-mail, Anne-Marie) go to the next line whole: left to
 * itself a browser breaks after every hyphen. A word that is longer than its line still breaks.
 */
export function WholeWords({ text }: { readonly text: string }) {
  // Every second piece is such a word.
  return text.split(/(\S*-\S*)/).map((piece, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whole">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
