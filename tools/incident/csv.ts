import type { AffectedBuyer } from '#src/domain/privacy/index.server.ts';

/** A cell by RFC 4180; a value that a spreadsheet would take for a formula stays text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

const columns = ['brand', 'market', 'name', 'email', 'phone', 'orders', 'document', 'paid'] as const;

/** One line per buyer below a header line. */
export function csvOf(buyers: readonly AffectedBuyer[]): string {
  const lines = buyers.map(({ brand, market, name, email, phone, orders, hasDocument, hasPaid }) =>
    [brand, market, name, email, phone, orders.join(' '), hasDocument ? 'yes' : 'no', hasPaid ? 'yes' : 'no']
      .map(cell)
      .join(','),
  );
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}
