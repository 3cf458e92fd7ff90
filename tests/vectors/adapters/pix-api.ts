import type { z } from 'zod';
import {
  chargeStatus,
  cob,
  cobvRequest,
  expiracao,
  idRec,
  pixReturn,
  problem,
  receivedPix,
  recRequest,
  returnId,
  valorAboveZero,
} from '#src/gateways/pix-bcb/api-pix.schemas.ts';
import { objectionToChange, objectionToRecAmounts, returnFits } from '#src/gateways/pix-bcb/api-pix.rules.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { effectiveDueDay, lastPayableDay } from '#src/kernel/time/due-day.ts';
import { requireLocalDate, weekday } from '#src/kernel/time/local-date.ts';
import { asNumber, asObject, asText, isList, optionalText } from '../input.ts';
import type { Adapter, Vector } from '../vector.types.ts';

/** The product's shapes by the name of the norm's example. */
const shapes: readonly (readonly [RegExp, z.ZodType])[] = [
  [/\/cobBody/, cobvRequest],
  [/\/cobResponse/, cob],
  [/\/pixWebhook/, receivedPix],
  [/\/devolucaoResponse/, pixReturn],
  [/\/recBody/, recRequest],
  [/Example\d+$/, problem],
];

export const pixApi: Adapter = {
  operations: {
    cobv_payable_on: (input, vector) => payableOn(asObject(input), asObject(vector.expect)),
    shape_example: (input, vector) => (isWellFormed(input, vector) ? vector.expect : 'malformed'),
    valor: (input) => valorAboveZero.safeParse(input).success,
    expiracao: (input) => expiracao.safeParse(input).data ?? false,
    idRec: (input) => idRec.safeParse(input).success,
    devolucao_id: (input) => returnId.safeParse(input).success,
    refund_sum: (input) => {
      const { paid, done, new: next } = asObject(input);
      if (done === undefined || !isList(done)) throw new TypeError('input: a list is expected');
      return returnFits(asText(paid), done.map(asText), asText(next));
    },
    cob_update: (input) => reported(objectionToChange(chargeStatus.parse(asObject(input)['status']))),
    rec: (input) => {
      const { valorRec, valorMinimoRecebedor } = asObject(asObject(input)['valor']);
      return reported(
        objectionToRecAmounts({
          valorRec: optionalText(valorRec),
          valorMinimoRecebedor: optionalText(valorMinimoRecebedor),
        }),
      );
    },
  },
};

/** The status and the name by which a bank refuses. */
function reported(objection: string | null): string | null {
  return objection === null ? null : `400 ${objection}`;
}

function isWellFormed(input: JsonValue, { entry }: Vector): boolean {
  const source = asText(entry['source']);
  const shape = shapes.find(([name]) => name.test(source))?.[1];
  if (shape === undefined) throw new TypeError(`The product has no shape for ${source}`);
  return shape.safeParse(input).success;
}

function payableOn(input: JsonObject, days: JsonObject): Record<string, string> {
  const due = requireLocalDate(asText(input['due']));
  const given = input['holidays'];
  const holidays: readonly JsonValue[] = given !== undefined && isList(given) ? given : [];
  const isBusinessDay = (day: string): boolean =>
    ![0, 6].includes(weekday(requireLocalDate(day))) && !holidays.includes(day);
  const last = lastPayableDay(due, asNumber(input['days_after_due']), isBusinessDay);
  if (effectiveDueDay(due, isBusinessDay) > last) throw new RangeError('The last day is before the due date');
  return Object.fromEntries(Object.keys(days).map((day) => [day, day <= last ? 'accepted' : 'denied']));
}
