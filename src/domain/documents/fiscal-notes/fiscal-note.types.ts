/** How a brand's fiscal notes for services (NFS-e, national layout) are issued. Codes as the layout has them. */
export interface IssuerTerms {
  /** The school's own number, digits only: the layout takes no letters. */
  readonly cnpj: string;
  /** Seven digits of the IBGE: where the school is registered and the service rendered. */
  readonly municipality: string;
  /** Registration with the city, or null. */
  readonly cityRegistration: string | null;
  readonly series: string;
  /** `cTribNac`: six digits of the national list of services. */
  readonly serviceCode: string;
  /** `cNBS`: nine digits, or null. */
  readonly nbs: string | null;
  /** `opSimpNac`: 1 not in the simplified regime, 2 MEI, 3 micro or small company. */
  readonly simplified: 1 | 2 | 3;
}

/** A fiscal note of an order. */
export interface FiscalNote {
  readonly id: string;
  readonly orderId: string;
  readonly state: 'requested' | 'issued' | 'cancel-requested' | 'canceled' | 'refused';
  /** The authority's number of it; null until it is issued. */
  readonly noteNumber: string | null;
  /** Fifty digits by which the note can be looked up publicly. */
  readonly accessKey: string | null;
  readonly link: string | null;
  /** Minor units. */
  readonly amount: bigint;
  readonly issuedAt: Date | null;
  readonly canceledAt: Date | null;
  /** Code and message of the authority's refusal; for the school's staff. */
  readonly refusal: string | null;
}
