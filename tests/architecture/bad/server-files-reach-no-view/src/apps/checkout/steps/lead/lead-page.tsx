export interface LeadProps { readonly name: string }
export const Page = (props: LeadProps) => <p>{props.name}</p>;
