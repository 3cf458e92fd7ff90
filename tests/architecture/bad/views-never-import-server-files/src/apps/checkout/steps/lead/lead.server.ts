export interface LeadData { readonly name: string }
export const value = 1;
