import { dpsId, isDpsId, isDpsNumber, isServiceCode } from '#src/domain/documents/fiscal-notes/index.ts';
import { asNumber, asObject, asText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

const fields: Readonly<Record<string, (text: string) => boolean>> = { nDPS: isDpsNumber, cTribNac: isServiceCode };

export const nfse: Adapter = {
  operations: {
    dps_id: (input) => {
      const { cLocEmi, tipo, doc, serie, nDPS } = asObject(input);
      const kind = tipo === 'CPF' ? 'cpf' : 'cnpj';
      const made = dpsId({
        municipality: asText(cLocEmi),
        issuer: { kind, number: asText(doc) },
        series: asText(serie),
        number: asNumber(nDPS),
      });
      return made.ok ? made.value : made.error;
    },
    dps_id_valid: (input) => isDpsId(asText(input)),
    dps_field: (input) =>
      Object.entries(asObject(input)).every(([name, value]) => {
        const isRight = fields[name];
        if (isRight === undefined) throw new TypeError(`The product does not know the field ${name}`);
        return isRight(asText(value));
      }),
  },
};
