import type { Market } from './brand-plan.ts';

/** First words of a brand's own, by language: each changes a word of the product and keeps what is filled into it. */
const portuguese = {
  'lead.intro': 'Três dados e a sua vaga já tem nome.',
  'summary.heading': 'Sua escolha',
  'success.paid.text': 'A sua matrícula em {product} está confirmada. Boas-vindas!',
};

export const brandWords: Readonly<Record<Market['locale'], Readonly<Record<string, string>>>> = {
  'pt-BR': portuguese,
  'pt-MZ': { ...portuguese, 'lead.intro': 'Três dados e o seu lugar já tem nome.', 'summary.heading': 'A sua escolha' },
  'es-PE': {
    'lead.intro': 'Tres datos y tu vacante ya tiene nombre.',
    'summary.heading': 'Tu elección',
    'success.paid.text': 'Tu matrícula en {product} está confirmada. ¡Te damos la bienvenida!',
  },
};
