/** Errors that engines word themselves: their text names code, never what a visitor typed. */
const engineErrorNames: ReadonlySet<string> = new Set(['TypeError', 'ReferenceError', 'RangeError', 'InternalError']);
const longest = 160;
const word = /^[A-Za-z_$][\w$.]{0,40}$/;

/**
 * The part of an error's message that may be reported. A text may quote what a buyer typed, so only texts of the engine itself are kept,
 * with everything in quotation marks that is no plain word of code left out, and React's numbers; nothing else.
 */
export function safeMessage(name: string, message: string): string {
  const react = /^Minified React error #\d{1,4}/.exec(message)?.[0];
  if (react !== undefined) return react;
  if (!engineErrorNames.has(name)) return '';
  const plain = message.split(/[?\n]/, 1)[0] ?? '';
  return plain
    .replaceAll(
      /(["'`])(.*?)(?:\1|$)/g,
      (_, mark: string, text: string) => mark + (word.test(text) ? text : '…') + mark,
    )
    .slice(0, longest);
}
