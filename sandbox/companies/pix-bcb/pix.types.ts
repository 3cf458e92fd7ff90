import type { LateFeeTerms } from './late-amount.ts';

/** A charge at the bank: `cob` is paid at once, `cobv` has a due date (API Pix 2.9.0). Member names are the norm's. */
export interface PixCharge {
  readonly txid: string;
  readonly kind: 'cob' | 'cobv';
  /** The client that made it; other clients cannot read it. */
  readonly owner: string;
  readonly criacao: string;
  readonly revisao: number;
  readonly status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';
  readonly terms: PixTerms;
  readonly loc: number;
  /** The secret that makes the location's address unguessable. */
  readonly token: string;
  readonly brCode: string;
  /** Earlier revisions of the terms, by number. */
  readonly history: readonly PixTerms[];
}

/** The receiver's terms, which may be revised. */
export interface PixTerms {
  /** Minor units. */
  readonly amount: number;
  readonly mayChangeAmount: boolean;
  readonly chave: string;
  /** Seconds from `criacao`; only for `cob`. */
  readonly expiracao?: number | undefined;
  /** Only for `cobv`. */
  readonly dueDate?: string | undefined;
  readonly daysAfterDue?: number | undefined;
  readonly late?: LateFeeTerms | undefined;
  readonly devedor?: Debtor | undefined;
  readonly solicitacaoPagador?: string | undefined;
  readonly infoAdicionais?: readonly { readonly nome: string; readonly valor: string }[] | undefined;
}

export interface Debtor {
  readonly nome: string;
  readonly cpf?: string | undefined;
  readonly cnpj?: string | undefined;
  readonly email?: string | undefined;
  readonly logradouro?: string | undefined;
  readonly cidade?: string | undefined;
  readonly uf?: string | undefined;
  readonly cep?: string | undefined;
}

/** Money that arrived for a charge. */
export interface ReceivedPix {
  readonly endToEndId: string;
  readonly txid: string;
  readonly owner: string;
  readonly chave: string;
  readonly amount: number;
  readonly horario: string;
  readonly devolucoes: readonly PixReturn[];
}

/** Returns by the payer's bank (Mecanismo Especial de Devolução). */
export const medNatures = ['MED_FRAUDE', 'MED_OPERACIONAL', 'MED_PIX_AUTOMATICO'] as const;
export type ReturnNature = 'ORIGINAL' | 'RETIRADA' | (typeof medNatures)[number];

/** A return to the payer. */
export interface PixReturn {
  readonly id: string;
  readonly rtrId: string;
  readonly amount: number;
  readonly descricao?: string;
  /** `ORIGINAL` when absent. */
  readonly natureza?: ReturnNature;
  readonly solicitacao: string;
  readonly liquidacao?: string;
  readonly status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
}

export interface PixWebhook {
  readonly chave: string;
  readonly webhookUrl: string | null;
  readonly criacao: string;
}

/** Minor units as the norm writes money: `1140.00`. */
export function toValor(amount: number): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The norm's money as minor units. The pattern was checked before. */
export function fromValor(valor: string): number {
  return Number(valor.replace('.', ''));
}
