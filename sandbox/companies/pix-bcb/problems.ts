import type { z } from 'zod';

/** One violation, in the norm's members. */
export interface Violation {
  readonly razao: string;
  readonly propriedade: string;
}

/** An error document of API Pix 2.9.0 (RFC 7807). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly violacoes?: readonly Violation[];
}

/** The norm's kinds of error: name → status and title. */
const kinds = {
  RequisicaoInvalida: [400, 'Requisição inválida.'],
  AcessoNegado: [403, 'Acesso Negado'],
  NaoEncontrado: [404, 'Não Encontrado'],
  ServicoIndisponivel: [503, 'Serviço Indisponível'],
  ErroInternoDoServidor: [500, 'Erro interno.'],
  CobNaoEncontrado: [404, 'Cobrança não encontrada.'],
  CobOperacaoInvalida: [400, 'Cobrança inválida.'],
  CobConsultaInvalida: [400, 'Consulta inválida.'],
  CobVNaoEncontrada: [404, 'Cobrança com vencimento não encontrada.'],
  CobVOperacaoInvalida: [400, 'Cobrança com vencimento inválida.'],
  CobVConsultaInvalida: [400, 'Consulta inválida.'],
  CobPayloadNaoEncontrado: [404, 'Cobrança não encontrada para a location.'],
  PixNaoEncontrado: [404, 'Pix não encontrado.'],
  PixConsultaInvalida: [400, 'Consulta inválida.'],
  PixDevolucaoNaoEncontrada: [404, 'Devolução não encontrada.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida.'],
  RecNaoEncontrada: [404, 'Recorrência não encontrada.'],
  RecOperacaoInvalida: [400, 'Recorrência inválida.'],
  CobRNaoEncontrado: [404, 'Cobrança recorrente não encontrada.'],
  CobROperacaoInvalida: [400, 'Cobrança recorrente inválida.'],
  WebhookRecOperacaoInvalida: [400, 'Webhook inválido.'],
  WebhookCobROperacaoInvalida: [400, 'Webhook inválido.'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido.'],
  WebhookNaoEncontrado: [404, 'Webhook não encontrado.'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type ProblemKind = keyof typeof kinds;

export function problem(kind: ProblemKind, detail: string, violacoes?: readonly Violation[]): Problem {
  const [status, title] = kinds[kind];
  const type = `https://pix.bcb.gov.br/api/v2/error/${kind}`;
  return { type, title, status, detail, ...(violacoes === undefined ? {} : { violacoes }) };
}

/** The errors of each kind of charge. */
export const chargeProblems = {
  cob: { invalid: 'CobOperacaoInvalida', missing: 'CobNaoEncontrado' },
  cobv: { invalid: 'CobVOperacaoInvalida', missing: 'CobVNaoEncontrada' },
} as const;

/** A violation of one field, in the norm's wording. */
export function violation(propriedade: string, razao: string): Violation {
  return { propriedade, razao };
}

/** A schema's violations, field by field below `root` (`cob`, `cobv`, `devolucao`, `webhook`). */
export function violationsOf(root: string, error: z.ZodError): Violation[] {
  return error.issues.map((issue) => {
    const propriedade = [root, ...issue.path.map(String)].join('.');
    const isOwn = issue.code === 'custom' || issue.code === 'too_small';
    return violation(propriedade, isOwn ? issue.message : `O campo ${propriedade} não respeita o schema.`);
  });
}
