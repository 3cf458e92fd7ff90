export interface Row { readonly id: string }
export const value = 1;
