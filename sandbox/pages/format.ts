const zone = 'America/Sao_Paulo';

const symbols: Readonly<Record<string, string>> = { BRL: 'R$ ', MZN: 'MT ', PEN: 'S/ ' };

/** Minor units as a person reads them, e.g. `R$ 1.140,00`. */
export function money(amount: number, currency = 'BRL'): string {
  const [whole = '0', cents = '00'] = (Math.abs(amount) / 100).toFixed(2).split('.');
  // Peru's format is that of English.
  const [thousands, decimal] = currency === 'PEN' ? [',', '.'] : ['.', ','];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${amount < 0 ? '-' : ''}${symbols[currency] ?? `${currency} `}${grouped}${decimal}${cents}`;
}

const styles = { dateStyle: 'short', timeStyle: 'medium' } as const;
const dateTime = new Intl.DateTimeFormat('pt-BR', { timeZone: zone, ...styles });
const maputoTime = new Intl.DateTimeFormat('pt-BR', { timeZone: 'Africa/Maputo', ...styles });

/** An instant in Brasília time. */
export function moment(instant: Date | string): string {
  return dateTime.format(new Date(instant));
}

/** An instant as a phone in Mozambique shows it. */
export function momentInMaputo(instant: Date | string): string {
  return maputoTime.format(new Date(instant));
}

/** `YYYY-MM-DD` as `dd/mm/yyyy`. */
export function day(date: string): string {
  return date.split('-').reverse().join('/');
}

/** The day in Brasília, `YYYY-MM-DD`. */
export function bankDay(instant: Date): string {
  return isoDay.format(instant);
}
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** Parses typed reais (`1.140,00`, `1140`, `1140.5`); null when it is no positive amount. */
export function parseReais(text: string): number | null {
  const plain = text.replace(/[R$\s]/g, '');
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:[,.](\d{1,2}))?$/.exec(plain);
  if (!match) return null;
  const amount = Number(match[1]?.replaceAll('.', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return amount > 0 && Number.isSafeInteger(amount) ? amount : null;
}
