import { z } from 'zod';

/** Bodies of API Pix 2.9.0 that this bank accepts. Unknown members are ignored, as the norm requires. */

export const valor = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .refine((text) => Number(text) > 0, 'O valor não pode ser zero.');

export const person = {
  nome: z.string().min(1).max(200),
  cpf: z
    .string()
    .regex(/^\d{11}$/)
    .optional(),
  cnpj: z
    .string()
    .regex(/^[0-9A-Z]{14}$/)
    .optional(),
};
export const oneDocument = 'Informe cpf ou cnpj, e só um deles.';
export const hasOneDocument = ({ cpf, cnpj }: { cpf?: string | undefined; cnpj?: string | undefined }): boolean =>
  (cpf === undefined) !== (cnpj === undefined);

const base = {
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
  infoAdicionais: z
    .array(z.object({ nome: z.string().max(50), valor: z.string().max(200) }))
    .max(50)
    .optional(),
  loc: z.object({ id: z.int() }).optional(),
};

const cobValor = z.object({
  original: valor,
  modalidadeAlteracao: z.union([z.literal(0), z.literal(1)]).default(0),
  retirada: z.unknown().optional(),
});

/** This bank accepts a fine in percent and interest in percent a month by calendar days, and no other kind. */
const percent = z.string().regex(/^\d{1,2}\.\d{2}$/);

const cobvValor = z.object({
  original: valor,
  multa: z.object({ modalidade: z.literal(2), valorPerc: percent }).optional(),
  juros: z.object({ modalidade: z.literal(3), valorPerc: percent }).optional(),
  abatimento: z.unknown().optional(),
  desconto: z.unknown().optional(),
});

const cobCalendar = z.object({
  expiracao: z.int().min(1, 'A expiração é maior do que zero.').max(2_147_483_647).default(86_400),
});

const cobvCalendar = z.object({
  dataDeVencimento: z.iso.date(),
  validadeAposVencimento: z
    .int()
    .min(0, 'A validade após o vencimento não é menor do que zero.')
    .max(3_650)
    .default(30),
});

const cobDebtor = z.object(person).refine(hasOneDocument, oneDocument);

const cobvDebtor = z
  .object({
    ...person,
    email: z.string().max(200).optional(),
    logradouro: z.string().max(200).optional(),
    cidade: z.string().max(200).optional(),
    uf: z.string().max(2).optional(),
    cep: z.string().max(8).optional(),
  })
  .refine(hasOneDocument, oneDocument);

const status = z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR').optional();

export const cobSchema = z.object({ calendario: cobCalendar, devedor: cobDebtor.optional(), valor: cobValor, ...base });

export const cobRevisionSchema = z
  .object({ calendario: cobCalendar, devedor: cobDebtor, valor: cobValor, ...base })
  .partial()
  .extend({ status });

export const cobvSchema = z.object({ calendario: cobvCalendar, devedor: cobvDebtor, valor: cobvValor, ...base });

export const cobvRevisionSchema = z
  .object({ calendario: cobvCalendar, devedor: cobvDebtor, valor: cobvValor, ...base })
  .partial()
  .extend({ status });

export const returnSchema = z.object({
  valor,
  natureza: z.enum(['ORIGINAL', 'RETIRADA']).default('ORIGINAL'),
  descricao: z.string().max(140).optional(),
});

export const webhookSchema = z.object({ webhookUrl: z.url({ protocol: /^https?$/ }).max(500) });

const page = {
  'paginacao.paginaAtual': z.coerce.number().int().min(0).default(0),
  'paginacao.itensPorPagina': z.coerce.number().int().min(1).max(1_000).default(100),
};

export const receivedQuerySchema = z
  .object({
    inicio: z.iso.datetime({ offset: true }),
    fim: z.iso.datetime({ offset: true }),
    txid: z
      .string()
      .regex(/^[a-zA-Z0-9]{1,35}$/)
      .optional(),
    ...page,
  })
  .refine(({ inicio, fim }) => Date.parse(inicio) <= Date.parse(fim), 'O fim é anterior ao início.');

export const txidPattern = /^[a-zA-Z0-9]{26,35}$/;
export const returnIdPattern = /^[a-zA-Z0-9]{1,35}$/;
