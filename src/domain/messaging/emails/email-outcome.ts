/** Why a mail server refused an e-mail: a class of RFC 3463, without the server's own words. */
type EmailRefusal =
  | 'unknown-address'
  | 'mailbox-unavailable'
  | 'mailbox-full'
  | 'too-large'
  | 'policy'
  | 'mail-system'
  | 'other';

/** What became of a try that failed. `unreachable`: no answer came, so that the e-mail may have been accepted. */
export type EmailFailure =
  | { readonly outcome: 'refused'; readonly smtpCode: number; readonly refusal: EmailRefusal }
  | { readonly outcome: 'unreachable' };

/**
 * Reads the error of a mail client: its `responseCode` (RFC 5321) and the enhanced status code in its `response` (RFC
 * 3463). The text of the response is not returned: servers repeat the address in it.
 */
export function readEmailFailure(thrown: unknown): EmailFailure {
  if (typeof thrown !== 'object' || thrown === null || !('responseCode' in thrown)) return { outcome: 'unreachable' };
  const { responseCode: smtpCode } = thrown;
  if (typeof smtpCode !== 'number' || !Number.isInteger(smtpCode) || smtpCode < 400 || smtpCode > 599)
    return { outcome: 'unreachable' };
  const response = 'response' in thrown && typeof thrown.response === 'string' ? thrown.response : '';
  return { outcome: 'refused', smtpCode, refusal: enhancedClass(response) ?? basicClass(smtpCode) };
}

/** Whether no later try can succeed: the mail server refuses the address for good (RFC 5321, section 4.2.1: 5yz). */
export function isRefusedForGood(failure: EmailFailure | null): boolean {
  return failure?.outcome === 'refused' && failure.smtpCode >= 500 && failure.refusal === 'unknown-address';
}

/** The class of an enhanced status code `class.subject.detail`; null where the response has none. */
function enhancedClass(response: string): EmailRefusal | null {
  const found = /^\d{3}[ -][45]\.(?<subject>\d{1,3})\.(?<detail>\d{1,3})\b/.exec(response)?.groups;
  if (!found) return null;
  const detail = Number(found['detail']);
  switch (Number(found['subject'])) {
    case 1:
      // 7 and 8 are about the sender's address.
      return detail === 7 || detail === 8 ? 'policy' : 'unknown-address';
    case 2:
      return detail === 2 ? 'mailbox-full' : detail === 3 ? 'too-large' : 'mailbox-unavailable';
    case 3:
      return detail === 4 ? 'too-large' : 'mail-system';
    case 4:
      return 'mail-system';
    case 7:
      return 'policy';
    default:
      return 'other';
  }
}

/** The class of a reply without an enhanced code, by RFC 5321, section 4.2.3. */
function basicClass(code: number): EmailRefusal {
  if (code === 421 || code === 451 || code === 452 || code === 455) return 'mail-system';
  if (code === 450 || code === 550) return 'mailbox-unavailable';
  if (code === 551 || code === 553) return 'unknown-address';
  if (code === 552) return 'mailbox-full';
  return code === 554 ? 'policy' : 'other';
}
