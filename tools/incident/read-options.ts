/** Options of the command line. */
export type IncidentRequest =
  | { readonly kind: 'buyers'; readonly from: Date; readonly to: Date }
  | { readonly kind: 'end-links'; readonly whose: 'all' | { readonly email: string } };

const instantShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/;

function readInstant(text: string | undefined): Date | null {
  return text !== undefined && instantShape.test(text) && !Number.isNaN(Date.parse(text)) ? new Date(text) : null;
}

/** Parses the options; an error sentence when one is missing. A time without a zone is refused: buyers could be missed. */
export function readIncidentRequest(
  verb: string | undefined,
  given: { readonly from?: string; readonly to?: string; readonly email?: string; readonly all?: boolean },
): IncidentRequest | string {
  if (verb === 'buyers') {
    const [from, to] = [readInstant(given.from), readInstant(given.to)];
    if (!from || !to) return 'buyers needs --from and --to, such as 2026-11-20T03:00Z or 2026-11-20T00:00-03:00';
    return from < to ? { kind: 'buyers', from, to } : '--from must be before --to';
  }
  if (verb !== 'end-links') return 'Ask for buyers or end-links: see docs/how-to/answer-an-incident.md';
  const { all = false, email } = given;
  if (all === (email !== undefined)) return 'end-links needs --all or --email, and not both';
  return { kind: 'end-links', whose: email === undefined ? 'all' : { email } };
}
