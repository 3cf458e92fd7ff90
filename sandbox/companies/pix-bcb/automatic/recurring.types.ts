/** Pix Automático at the bank (API Pix 2.9.0): a payer's mandate, and its charges. */

export type RecStatus = 'CRIADA' | 'APROVADA' | 'REJEITADA' | 'EXPIRADA' | 'CANCELADA';
export type CobrStatus = 'CRIADA' | 'ATIVA' | 'CONCLUIDA' | 'EXPIRADA' | 'REJEITADA' | 'CANCELADA';
export type TryStatus = 'SOLICITADA' | 'AGENDADA' | 'PAGA' | 'CANCELADA' | 'REJEITADA' | 'EXPIRADA';

/** One change of state, as the norm lists them. */
export interface Step<Status> {
  readonly status: Status;
  readonly data: string;
}

/** Why a mandate or charge was rejected or canceled. */
export interface Ending {
  readonly kind: 'rejeicao' | 'cancelamento';
  readonly codigo: string;
  readonly descricao: string;
  /** Only of a cancelation. */
  readonly solicitante?: 'USUARIO_PAGADOR' | 'USUARIO_RECEBEDOR';
}

export interface RecTerms {
  readonly contrato: string;
  readonly objeto?: string | undefined;
  readonly devedor: { readonly nome: string; readonly cpf?: string | undefined; readonly cnpj?: string | undefined };
  readonly dataInicial: string;
  readonly dataFinal?: string | undefined;
  readonly periodicidade: 'SEMANAL' | 'MENSAL' | 'TRIMESTRAL' | 'SEMESTRAL' | 'ANUAL';
  /** Minor units. */
  readonly valorRec?: number | undefined;
  readonly valorMinimoRecebedor?: number | undefined;
  readonly politicaRetentativa: 'NAO_PERMITE' | 'PERMITE_3R_7D';
  /** The immediate charge that is paid together with the mandate (journey 3). */
  readonly txid?: string | undefined;
}

export interface RecLocation {
  readonly id: number;
  readonly owner: string;
  readonly token: string;
  readonly criacao: string;
  readonly idRec?: string;
}

export interface PixRecurrence {
  readonly idRec: string;
  readonly owner: string;
  readonly loc: number | null;
  readonly terms: RecTerms;
  readonly status: RecStatus;
  readonly steps: readonly Step<RecStatus>[];
  readonly ending?: Ending;
  /** The payer's account has too little for the next charge. */
  readonly isShort: boolean;
}

/** One try to collect a charge. */
export interface ChargeTry {
  readonly endToEndId: string;
  /** `YYYY-MM-DD`, the bank's day. */
  readonly on: string;
  /** `AGND`: the first one; `NTAG`: a retry on another day, requested by the receiver. */
  readonly tipo: 'AGND' | 'NTAG';
  readonly status: TryStatus;
  readonly steps: readonly Step<TryStatus>[];
  readonly rejection?: { readonly codigo: string; readonly descricao: string };
}

/** A mandate charge (`cobr`). */
export interface RecurringCharge {
  readonly txid: string;
  readonly owner: string;
  readonly idRec: string;
  readonly criacao: string;
  /** Minor units. */
  readonly amount: number;
  readonly dueDate: string;
  readonly ajusteDiaUtil: boolean;
  readonly infoAdicional?: string | undefined;
  readonly status: CobrStatus;
  readonly steps: readonly Step<CobrStatus>[];
  readonly tries: readonly ChargeTry[];
  readonly ending?: Ending;
}
