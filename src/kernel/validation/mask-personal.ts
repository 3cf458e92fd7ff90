/** Personal data masked for a page that an e-mail's link opens: enough to recognize oneself. */

const dots = '•••';

/** `Maria da Silva` → `Maria S•••`. */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return last ? `${words[0] ?? ''} ${last.charAt(0)}${dots}` : maskWord(words[0] ?? '');
}

/** `maria@escola.com.br` → `m•••@e•••.com.br`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.indexOf('.');
  return `${maskWord(email.slice(0, at))}@${maskWord(dot < 0 ? domain : domain.slice(0, dot))}${dot < 0 ? '' : domain.slice(dot)}`;
}

/** A number with only its last digits, `+5511961234567` → `•••4567`. */
export function maskNumber(number: string, shown = 4): string {
  return `${dots}${number.slice(-shown)}`;
}

function maskWord(word: string): string {
  return `${word.charAt(0)}${dots}`;
}
