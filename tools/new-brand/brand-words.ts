import type { Market } from './brand-plan.ts';

/** First overrides of a brand, by language: each changes a text of the product and keeps its placeholders. */
const portuguese = {
  'lead.intro': 'Nome, e-mail e celular. Leva menos de um minuto.',
  'summary.heading': 'Sua escolha',
  'success.paid.text': 'A sua matrícula em {product} está confirmada. Boas-vindas!',
};

export const brandWords: Readonly<Record<Market['locale'], Readonly<Record<string, string>>>> = {
  'pt-BR': portuguese,
  'pt-MZ': {
    ...portuguese,
    'lead.intro': 'Nome, e-mail e telemóvel. Leva menos de um minuto.',
    'summary.heading': 'A sua escolha',
  },
  'es-PE': {
    'lead.intro': 'Solo tres datos y listo.',
    'summary.heading': 'Tu elección',
    'success.paid.text': 'Tu matrícula en {product} está confirmada. ¡Te damos la bienvenida!',
  },
};
