import { z } from 'zod';
import { hasOneDocument, oneDocument, person, txidPattern, valor } from '../requests.ts';

/** Bodies of Pix Automático that this bank accepts (API Pix 2.9.0). */

const devedor = z.object({ ...person, nome: z.string().min(1).max(140) }).refine(hasOneDocument, oneDocument);

const txid = z.string().regex(txidPattern);

export const recSchema = z.object({
  vinculo: z.object({ contrato: z.string().min(1).max(35), objeto: z.string().max(35).optional(), devedor }),
  calendario: z.object({
    dataInicial: z.iso.date(),
    dataFinal: z.iso.date().optional(),
    periodicidade: z.enum(['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']),
  }),
  valor: z
    .object({ valorRec: valor.optional(), valorMinimoRecebedor: valor.optional() })
    .refine(
      (amounts) => amounts.valorRec === undefined || amounts.valorMinimoRecebedor === undefined,
      'Ambos os campos rec.valor.valorRec e rec.valor.valorMinimoRecebedor estão preenchidos.',
    )
    .optional(),
  politicaRetentativa: z.enum(['NAO_PERMITE', 'PERMITE_3R_7D']),
  loc: z.int().optional(),
  ativacao: z.object({ dadosJornada: z.object({ txid }) }).optional(),
});
export type RecBody = z.infer<typeof recSchema>;

/** This bank lets a receiver cancel a mandate and change nothing else of it. */
export const recRevisionSchema = z.strictObject({ status: z.literal('CANCELADA') });

export const cobrSchema = z.object({
  idRec: z.string().length(29),
  infoAdicional: z.string().max(140).optional(),
  calendario: z.object({ dataDeVencimento: z.iso.date() }),
  valor: z.object({ original: valor }),
  ajusteDiaUtil: z.boolean().default(true),
  recebedor: z.object({
    agencia: z.string().max(4).optional(),
    conta: z.string().min(1).max(20),
    tipoConta: z.enum(['CORRENTE', 'POUPANCA', 'PAGAMENTO']),
  }),
});

export const cobrRevisionSchema = z.strictObject({ status: z.literal('CANCELADA') });

export const hookSchema = z.object({ webhookUrl: z.url({ protocol: /^https?$/ }).max(500) });
