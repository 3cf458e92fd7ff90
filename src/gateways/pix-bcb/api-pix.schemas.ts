import { z } from 'zod';

/** Shapes of API Pix 2.9.0 (Banco Central do Brasil), as far as a shop sends and reads them. */

/** Money as the norm writes it: `1140.00`, never zero in a request. */
export const valor = z.string().regex(/^\d{1,10}\.\d{2}$/);
export const valorAboveZero = valor.refine((text) => Number(text) > 0);

/** The norm's own examples write a number in quotes now and then. */
const choice = (most: number) => z.coerce.number().int().min(1).max(most);
const instant = z.iso.datetime({ offset: true });
const text = (most: number) => z.string().max(most);

/** Seconds from creation; a day when absent. */
export const expiracao = z
  .int()
  .min(1)
  .max(2_147_483_647)
  .nullish()
  .transform((seconds) => seconds ?? 86_400);

export const txid = z.string().regex(/^[a-zA-Z0-9]{26,35}$/);
/** `RR` may be tried again after its due date, `RN` may not; then the bank, the day and eleven characters. */
export const idRec = z.string().regex(/^R[RN][0-9A-Z]{8}\d{8}[a-zA-Z0-9]{11}$/);
export const returnId = z.string().regex(/^[a-zA-Z0-9]{1,35}$/);

const cpf = z.string().regex(/^\d{11}$/);
const cnpj = z.string().regex(/^[0-9A-Z]{14}$/);

function person<Shape extends z.ZodRawShape>(longestName: number, more: Shape) {
  const nome = text(longestName).min(1);
  return z.union([z.object({ cpf, nome, ...more }), z.object({ cnpj, nome, ...more })]);
}

const address = {
  logradouro: text(200).optional(),
  cidade: text(200).optional(),
  uf: text(2).optional(),
  cep: text(8).optional(),
};

const charge = {
  chave: text(77).min(1),
  solicitacaoPagador: text(140).optional(),
  infoAdicionais: z
    .array(z.object({ nome: text(50), valor: text(200) }))
    .max(50)
    .optional(),
};

const extra = (modes: number) => z.object({ modalidade: choice(modes), valorPerc: valor });

export const cobvRequest = z.object({
  calendario: z.object({ dataDeVencimento: z.iso.date(), validadeAposVencimento: z.int().min(0).optional() }),
  loc: z.object({ id: z.int() }).optional(),
  devedor: person(200, { email: z.string().optional(), ...address }),
  valor: z.object({
    original: valorAboveZero,
    multa: extra(2).optional(),
    juros: extra(8).optional(),
    abatimento: extra(2).optional(),
    desconto: z
      .object({
        modalidade: choice(6),
        descontoDataFixa: z
          .array(z.object({ data: z.iso.date(), valorPerc: valor }))
          .min(1)
          .max(3)
          .optional(),
        valorPerc: valor.optional(),
      })
      .refine(({ modalidade, descontoDataFixa, valorPerc }) =>
        modalidade <= 2
          ? descontoDataFixa !== undefined && valorPerc === undefined
          : descontoDataFixa === undefined && valorPerc !== undefined,
      )
      .optional(),
  }),
  ...charge,
});

export const pixReturn = z.object({
  id: returnId,
  rtrId: z.string().regex(/^[a-zA-Z0-9]{32}$/),
  valor,
  // Any text: a nature that the norm adds later must not make a Pix unreadable.
  natureza: text(40).optional(),
  horario: z.object({ solicitacao: instant.optional(), liquidacao: instant.optional() }),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
});
export type PixReturn = z.infer<typeof pixReturn>;

/** A list; the norm's own example of a webhook has a single return in its place. */
const returns = z.union([z.array(pixReturn), pixReturn.transform((one) => [one])]);

export const receivedPix = z.object({
  endToEndId: z.string().regex(/^[a-zA-Z0-9]{32}$/),
  txid: text(35).optional(),
  chave: text(77).optional(),
  valor,
  horario: instant,
  devolucoes: returns.optional(),
});
export type Pix = z.infer<typeof receivedPix>;

export const chargeStatus = z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']);

/** A charge (`cob`) as the bank shows it. */
export const cob = z.object({
  txid: z.string(),
  status: chargeStatus,
  valor: z.object({ original: valor }),
  chave: z.string(),
  pixCopiaECola: text(512).optional(),
  pix: z.array(receivedPix).optional(),
});
export type Cob = z.infer<typeof cob>;

export const recPeriods = ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const;
export const retryPolicies = ['NAO_PERMITE', 'PERMITE_3R_7D'] as const;

export const recRequest = z.object({
  vinculo: z.object({ contrato: text(35).min(1), devedor: person(140, {}), objeto: text(35).optional() }),
  calendario: z.object({
    dataInicial: z.iso.date(),
    dataFinal: z.iso.date().optional(),
    periodicidade: z.enum(recPeriods),
  }),
  valor: z
    .object({ valorRec: valorAboveZero.optional(), valorMinimoRecebedor: valorAboveZero.optional() })
    .refine(({ valorRec, valorMinimoRecebedor }) => valorRec === undefined || valorMinimoRecebedor === undefined)
    .optional(),
  politicaRetentativa: z.enum(retryPolicies),
  loc: z.int().optional(),
  ativacao: z.object({ dadosJornada: z.object({ txid }) }).optional(),
});

const problemType = 'https://pix.bcb.gov.br/api/v2/error/';

/** An error document (RFC 7807). */
export const problem = z.object({
  type: text(200).startsWith(problemType),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  violacoes: z
    .array(z.object({ razao: z.string().optional(), propriedade: z.string().optional(), valor: z.string().optional() }))
    .optional(),
});
