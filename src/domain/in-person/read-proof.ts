import type { JsonObject } from '#src/kernel/json/json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { addDays, isLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { ProofKind } from './in-person-payment.types.ts';

/** The proof of a collection. `key`: recognizes the same proof at every unit. */
export interface Proof {
  readonly kept: JsonObject;
  /** The account number, which is stored encrypted; a `key` that contains it is stored as a hash. */
  readonly secret: Readonly<Record<string, string>>;
  readonly key: string;
}

/** Message keys by field. */
export type ProofErrors = Readonly<Record<string, string>>;

/** A cheque that may be presented only later than this would be a loan. */
const latestDays = 180;

type Fields = Readonly<Record<string, string>>;
const textOf = (fields: Fields, name: string): string => (fields[name] ?? '').trim().toUpperCase();

/** Reads the fields that a kind of proof has. `unit` is where the money came, `today` the day there. */
export function readProof(
  kind: ProofKind,
  fields: Fields,
  { unit, today }: { readonly unit: string; readonly today: LocalDate },
): Result<Proof, ProofErrors> {
  switch (kind) {
    case 'terminal-slip':
      return terminalSlip(fields, unit, today);
    case 'transfer-id':
      return transferId(fields);
    case 'receipt':
      return receipt(fields, unit);
    case 'bank-draft':
      return bankDraft(fields, today);
  }
}

function terminalSlip(fields: Fields, unit: string, today: LocalDate): Result<Proof, ProofErrors> {
  const [nsu, authorisation] = [textOf(fields, 'nsu'), textOf(fields, 'authorisation')];
  const errors = {
    ...(/^\d{4,12}$/.test(nsu) ? {} : { nsu: 'collect.proof.nsu.wrong' }),
    ...(/^[A-Z0-9]{4,8}$/.test(authorisation) ? {} : { authorisation: 'collect.proof.authorisation.wrong' }),
  };
  if (Object.keys(errors).length > 0) return err(errors);
  // A terminal counts from one again some day: its number is its own for that day only.
  return ok({
    kept: { nsu, authorisation },
    secret: {},
    key: `terminal-slip/${unit}/${today}/${nsu.replace(/^0+/, '')}/${authorisation}`,
  });
}

/** `E`, the sender's bank, minute, and eleven letters or digits of its own (the central bank's `endToEndId`); case counts. */
function transferId(fields: Fields): Result<Proof, ProofErrors> {
  const id = (fields['endToEndId'] ?? '').replaceAll(/\s/g, '');
  if (!/^E\d{20}[A-Za-z0-9]{11}$/.test(id)) return err({ endToEndId: 'collect.proof.endToEndId.wrong' });
  return ok({ kept: { endToEndId: id }, secret: {}, key: `transfer-id/${id}` });
}

function receipt(fields: Fields, unit: string): Result<Proof, ProofErrors> {
  const number = textOf(fields, 'receipt');
  if (!/^[A-Z0-9][A-Z0-9/-]{0,19}$/.test(number)) return err({ receipt: 'collect.proof.receipt.wrong' });
  return ok({ kept: { receipt: number }, secret: {}, key: `receipt/${unit}/${number}` });
}

function bankDraft(fields: Fields, today: LocalDate): Result<Proof, ProofErrors> {
  const line = readMagneticLine(fields['line'] ?? '');
  const dueOn = (fields['dueOn'] ?? '').trim();
  const isGood = isLocalDate(dueOn) && dueOn >= today && dueOn <= addDays(today, latestDays);
  const errors = {
    ...(line ? {} : { line: 'collect.proof.line.wrong' }),
    ...(isGood ? {} : { dueOn: 'collect.proof.dueOn.wrong' }),
  };
  if (!line || !isGood) return err(errors);
  const { bank, agency, account, number } = line;
  return ok({
    kept: { bank, agency, number, dueOn },
    secret: { account },
    key: `bank-draft/${bank}/${agency}/${account}/${number}`,
  });
}

/**
 * The magnetic line of a cheque (CMC7, 30 digits in three fields): bank 3, agency 4, check; clearing area 3,
 * number 6, kind 1; check, account 10, check. Each check is modulo 10 of one of the three bodies; the first two stand
 * behind each other's field. Layout and checks: unverified in an official text, as banks' printing guides give them.
 */
interface MagneticLine {
  readonly bank: string;
  readonly agency: string;
  readonly number: string;
  readonly account: string;
}

/** Modulo 10: weights 2 and 1 from the right, digits of each product added, difference to the next ten. */
function checkDigit(body: string): number {
  let sum = 0;
  for (const [index, digit] of [...body].reverse().entries()) {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return (10 - (sum % 10)) % 10;
}

/** Reads a typed or scanned line, without its marks; null when its digits or checks are wrong. */
export function readMagneticLine(typed: string): MagneticLine | null {
  const line = typed.replaceAll(/\D/g, '');
  if (line.length !== 30) return null;
  const bodies = [line.slice(0, 7), line.slice(8, 18), line.slice(19, 29)] as const;
  const checks = [Number(line[18]), Number(line[7]), Number(line[29])];
  if (!bodies.every((body, index) => checkDigit(body) === checks[index])) return null;
  return { bank: line.slice(0, 3), agency: line.slice(3, 7), number: line.slice(11, 17), account: line.slice(19, 29) };
}
