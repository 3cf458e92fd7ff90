import type { JsonObject } from '#src/kernel/json/json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { addDays, isLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { ProofKind } from './in-person-payment.types.ts';
import { readMagneticLine } from './magnetic-line.ts';

/** What proves that money came. `key`: the name by which the same paper is known again, in whatever unit. */
export interface Proof {
  readonly kept: JsonObject;
  /** What names somebody's account, by the same names: it is kept sealed, and so is a `key` that is made of it. */
  readonly secret: Readonly<Record<string, string>>;
  readonly key: string;
}

/** Message keys by field. */
export type ProofErrors = Readonly<Record<string, string>>;

/** A paper order that is good only later than this is a loan. */
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
