import { type PapersPort, readTerms } from '#src/domain/contracts/index.ts';

const read = readTerms(`# Contrato da escola

## Partes {#parties}

Vende: {{company.name}}. Compra: {{buyer.name}}, {{buyer.email}}, {{buyer.phone}}.

## Preço {#price}

Total: {{price.total}}, de {{price.date}}.

- {?installments} {each installments} {{installment.text}}

## Prazo {#term}

Dura {{term.months}}.

{?renews} Renova-se {{renewal.months}} por {{renewal.amount}}.

{?withdrawal} Desista em {{withdrawal.days}} dias.
`);

/** What the papers of the tests' own school are made of; words are their keys and values. */
export const schoolPapers: PapersPort = {
  terms: () =>
    read.ok
      ? {
          locale: 'pt-BR',
          title: read.value.title ?? '',
          sections: read.value.sections,
          version: 'terms-of-the-tests',
        }
      : null,
  company: () => ({
    legalName: 'Escola dos Testes Ltda.',
    taxId: { type: 'cnpj', number: '11.222.333/0001-81' },
    address: 'Rua dos Testes, 1',
    city: 'Curitiba/PR',
    email: 'escola@school.example',
    phone: null,
  }),
  issuer: () => ({
    cnpj: '11222333000181',
    municipality: '4106902',
    cityRegistration: null,
    series: '1',
    serviceCode: '080201',
    nbs: null,
    simplified: 1,
  }),
  look: () => ({ name: 'Escola dos Testes', colour: '#224466' }),
  say: (_locale, key, values = {}) => [key.replace('papers.', ''), ...Object.values(values)].join(' '),
  methodName: (_locale, rail) => rail,
};
