/** Errors with messages of the engine itself: their text names code, never a visitor's input. */
const engineErrorNames: ReadonlySet<string> = new Set(['TypeError', 'ReferenceError', 'RangeError', 'InternalError']);
const longest = 160;
const word = /^[A-Za-z_$][\w$.]{0,40}$/;

/**
 * The part of an error's message that may be reported. A text may quote a buyer's input, so only the engine's own texts are
 * kept, without quoted parts that are not plain identifiers, and React's error numbers; nothing else.
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
