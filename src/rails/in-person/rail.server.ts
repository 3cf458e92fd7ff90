import { z } from 'zod';
import type { RailServer } from '#src/domain/payments/index.ts';
import { formatCollectionCode } from '#src/domain/in-person/index.ts';
import { err, ok } from '#src/kernel/result/result.ts';
import { addDays, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import { readCollectionMethod } from './collection-methods.ts';
import { rail } from './rail.ts';

/** Days after the order on which a buyer may pay at their unit. */
const collectionWindowDays = 5;

const unitSchema = z.object({ name: z.string(), address: z.string(), city: z.string(), region: z.string() });
/** Details that a gateway stores with the attempt. */
const instructionsSchema = z.object({ code: z.string(), method: z.string(), unit: unitSchema });

export const railServer: RailServer = {
  id: rail.id,
  /** `means`: how the buyer will pay at the unit, which is in the order. */
  readDetails({ fields, buyer }) {
    const means = readCollectionMethod(fields);
    if (!means) return err({ means: 'method.in-person.choice.missing' });
    const { method, proofKind } = means;
    return ok({ payer: buyer, details: { proofKind }, kept: { means: method }, method });
  },
  expiresAt: (now, market) =>
    endOfLocalDate(addDays(marketDate(now, market), collectionWindowDays), marketZone(market)),
  // Payments that a unit records are visible at once.
  graceSeconds: 60,
  /** `code` to say at the unit, the last day (`until`), and the unit as text. */
  present(instructions, { expiresAt, market }) {
    const { code, method, unit } = instructionsSchema.parse(instructions);
    return {
      code: formatCollectionCode(code),
      means: method,
      unit: unit.name,
      address: `${unit.address}, ${unit.city} ${unit.region}`,
      until: formatLocalDate(marketDate(expiresAt, market)),
    };
  },
};
