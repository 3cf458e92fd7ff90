const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const accented = 'ÁÀÂÃÇÉÊÍÑÓÔÕÚÜáàâãçéêíñóôõúü';
const digits = '0123456789';

/**
 * What a font file keeps: Portuguese and Spanish, figures, and the marks of prices and sentences. `text` has every mark
 * that people type into fields (addresses of mail and web too); `display` only what headings and prices show. The rare
 * rest falls back to the machine's font, letter by letter.
 */
export const characterSets = {
  text: `${letters}${accented}${digits} !"#$%&'()*+,-./:;=?@_¡¿ºª–—’“”…•·×−\u00a0`,
  display: `${letters}${accented}${digits} .,:;!?'"()-–—%$&/+¡¿ºª’“”\u00a0`,
} as const;

/** OpenType features that stay: pairs of letters, and in running text figures of one width (`tabular-nums`, for countdowns). */
export const keptFeatures = { text: ['kern', 'tnum'], display: ['kern'] } as const;

/** A text such as the pages have, by which the width of a face is measured. */
export const sampleText =
  'Preencha seus dados para garantir a vaga. Em poucos minutos o acesso chega por e-mail; depois do pagamento, escolha o ' +
  'melhor horário e comece a estudar. Valor total de 12 parcelas de R$ 95,00, sem juros, no cartão.';
