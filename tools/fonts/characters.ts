const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = 'ÁÀÂÃÇÉÊÍÑÓÔÕÚÜáàâãçéêíñóôõúü';
const digits = '0123456789';

/**
 * Characters of a font file: Portuguese and Spanish, digits, and the marks of prices and sentences. `text` has every
 * character that buyers type into fields (e-mail and web addresses too); `display` only those of headings and prices. Other
 * characters fall back to the system font, one by one.
 */
export const characterSets = {
  text: `${letters}${accented}${digits} !"#$%&'()*+,-./:;=?@_¡¿ºª–—’“”…•·×−\u00a0`,
  display: `${letters}${accented}${digits} .,:;!?'"()-–—%$&/+¡¿ºª’“”\u00a0`,
} as const;

/** OpenType features that stay: kerning, and in text fonts digits of one width (`tabular-nums`, for countdowns). */
export const keptFeatures = { text: ['kern', 'tnum'], display: ['kern'] } as const;

/** A typical text of the pages, by which the width of a font is measured. */
export const sampleText =
  'Preencha seus dados para garantir a vaga. Em poucos minutos o acesso chega por e-mail; depois do pagamento, escolha o ' +
  'melhor horário e comece a estudar. Valor total de 12 parcelas de R$ 95,00, sem juros, no cartão.';
