import { type Payer, type RailServer, serializeMandateTerms } from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { qrPicture } from '#src/kernel/qr/qr-code.server.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { normalizeDocument } from '#src/kernel/validation/tax-ids/document.rule.ts';
import { cpfOrCnpjKind, cpfOrCnpjRule } from '#src/kernel/validation/tax-ids/cpf-or-cnpj.rule.ts';
import { readBrCode } from './br-code.ts';
import { consentField } from './instructions.ts';
import { rail } from './rail.ts';

const lifeMs = 30 * 60_000;

/** Details that a gateway stores with the attempt: the BR Code ("copia e cola") of a dynamic charge. */
function codeOf(instructions: Readonly<Record<string, unknown>>): string {
  const { brCode } = instructions;
  if (typeof brCode !== 'string' || brCode === '') throw new Error('A Pix charge came without its code');
  return brCode;
}

/** From the gateway's account settings; else the name in the code, which banks cut to 25 letters. */
function payeeOf(stated: JsonValue | undefined, code: string): JsonObject | null {
  if (typeof stated === 'object' && stated !== null && 'name' in stated)
    return { name: stated['name'] ?? '', document: stated['document'] ?? null };
  const { merchantName } = readBrCode(code);
  return merchantName === undefined ? null : { name: merchantName, document: null };
}

export const railServer: RailServer = {
  id: rail.id,
  /**
   * `document`: the payer's CPF or CNPJ; the charge names them (API Pix, `devedor`). `automatic`: `yes` when the buyer
   * wants the code to request Pix Automático too; their bank asks for confirmation.
   */
  readDetails({ fields, buyer, recurring }) {
    const typed = fields['document'] ?? '';
    const problem = cpfOrCnpjRule(typed);
    const kind = cpfOrCnpjKind(typed);
    if (problem !== null || kind === null) return err({ document: problem ?? 'validation.registry' });
    const payer: Payer = { ...buyer, document: { type: kind, number: normalizeDocument(typed) } };
    const agrees = fields[consentField] === 'yes' && recurring ? { recurring: serializeMandateTerms(recurring) } : {};
    return ok({ payer, details: agrees, kept: agrees });
  },
  detailsForRenewal: ({ recurring }) => (recurring === undefined ? {} : { recurring }),
  expiresAt: (now) => new Date(now.getTime() + lifeMs),
  // A transfer confirmed in the last second arrives by webhook or list within this time.
  graceSeconds: 120,
  /**
   * `code` to copy, `qr` to scan, `expiresOn` and `expiresTime` in the market's zone; `payee`: the receiver, as the
   * payer's bank shows it; `consent` when the code requests Pix Automático too. A mandate charge has no code and no
   * next action.
   */
  present(instructions, { expiresAt, market }) {
    if (typeof instructions['dueOn'] === 'string') return {};
    const code = codeOf(instructions);
    const [expiresOn = '', expiresTime = ''] = formatInstant(expiresAt, marketZone(market)).split(' ');
    const consent = instructions['consent'] === true;
    const payee = payeeOf(instructions['payee'], code);
    const shown = { code, qr: qrPicture(code).src, expiresOn, expiresTime, ...(payee ? { payee } : {}) };
    return { ...shown, ...(consent ? { consent } : {}) };
  },
};
