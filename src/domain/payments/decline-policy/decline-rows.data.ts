import type { DeclineCode, DeclineRow } from './decline.types.ts';

type Texts = readonly [reason: string, posMessage: string];

function row(
  retry: DeclineRow['retry'],
  code: DeclineCode,
  [reason, posMessage]: Texts,
  codes: DeclineRow['codes'],
): DeclineRow {
  return { reason, retry, posMessage, code, codes };
}
const again = row.bind(null, 'reversible');
const never = row.bind(null, 'irreversible');

const bank = 'CONTATE A CENTRAL DO SEU CARTÃO';
const bankNever = `${bank} - NÃO TENTE NOVAMENTE`;
const check = 'VERIFIQUE OS DADOS DO CARTÃO';
const notForCard = 'TRANSAÇÃO NÃO PERMITIDA PARA O CARTÃO';
const notForCardNever = `${notForCard} - NÃO TENTE NOVAMENTE`;
const notAllowed = 'TRANSAÇÃO NÃO PERMITIDA - NÃO TENTE NOVAMENTE';
const cardError = 'ERRO NO CARTÃO - NÃO TENTE NOVAMENTE';
const amountNever = 'VALOR DA TRANSAÇÃO NÃO PERMITIDO - NÃO TENTE NOVAMENTE';
const pinTries = 'EXCEDIDAS TENTATIVAS DE SENHA.CONTATE A CENTRAL DO SEU CARTÃO';
const pinNever = 'SENHA INVÁLIDA - NÃO TENTE NOVAMENTE';
const later = 'FALHA DE COMUNICAÇÃO - TENTE MAIS TARDE';
const home = ['CARTÃO DOMÉSTICO - TRANSAÇÃO INTERNACIONAL', 'CARTÃO NÃO PERMITE TRANSAÇÃO INTERNACIONAL'] as const;
const stopped = 'SUSPENSÃO DE PAGAMENTO RECORRENTE PARA SERVIÇO - NÃO TENTE NOVAMENTE';
const locked = 'CARTÃO NOVO SEM DESBLOQUEIO (INCLUI CARTÃO BLOQUEADO PELO CLIENTE NO APLICATIVO - E-COM NFC)';
const violation = ['VIOLAÇÃO DE SEGURANÇA (INVÁLIDO OU NÃO PRESENTE)', check] as const;

/** The likelier reason first: it is the one reported where a code has several of one class. */
export const declineRows: readonly DeclineRow[] = [
  again('card-declined', ['GENÉRICA', bank], {
    elo: '05',
    visa: '05',
    mastercard: '05',
    american_express: '100 FA',
  }),
  again('insufficient-funds', ['SALDO/LIMITE INSUFICIENTE', 'NÃO AUTORIZADA'], {
    elo: '51',
    visa: '51',
    mastercard: '51',
    american_express: '116 121 A5',
  }),
  again('pin-refused', ['SENHA INVÁLIDA', 'SENHA INVÁLIDA'], {
    elo: '55',
    visa: '55 86',
    mastercard: '55',
    american_express: '117 A6',
  }),
  again('card-not-permitted', [notForCard, notForCard], { mastercard: '57' }),
  // Visa's own programme (category 1) never lets a card be tried again after 57.
  never('card-not-permitted', [notForCard, notForCardNever], { elo: '57', visa: '57', american_express: '200 FD' }),
  never('card-number-invalid', ['NÚMERO CARTÃO NÃO PERTENCE AO EMISSOR / NÚMERO CARTÃO INVÁLIDO', check], {
    elo: '14 56',
    visa: '14',
    mastercard: '14 01',
    american_express: '122 08',
  }),
  never('security-code-invalid', violation, { elo: '63', visa: 'N7', american_express: '122 08' }),
  again('security-code-invalid', violation, { mastercard: '63' }),
  again('fraud-suspected', ['SUSPEITA DE FRAUDE/AVISO DE VIAGEM', bank], {
    elo: '59',
    visa: '59',
    mastercard: '63 59',
    american_express: '100 FA',
  }),
  never('shop-refused', ['COMERCIANTE INVÁLIDO', notAllowed], {
    elo: '58',
    visa: '03',
    mastercard: '03',
    american_express: '109 DA',
  }),
  again('processing-error', ['REFAZER A TRANSAÇÃO (EMISSOR SOLICITA RETENTATIVA)', 'REFAZER A TRANSAÇÃO'], {
    elo: '04',
  }),
  again('processing-error', ['CONSULTAR CREDENCIADOR', 'LOJISTA, CONTATE O ADQUIRENTE'], { elo: '06' }),
  never('processing-error', ['PROBLEMA NO ADQUIRENTE', 'ERRO NO CARTÃO – NÃO TENTE NOVAMENTE'], {
    elo: '19',
    visa: '19',
    mastercard: '30',
  }),
  never('card-invalid', ['ERRO NO CARTÃO', check], { elo: '12', visa: '06', american_express: '115 A2' }),
  never('processing-error', ['ERRO DE FORMATO (MENSAGERIA)', cardError], {
    elo: '30',
    visa: '12',
    mastercard: '30',
    american_express: '181 A3',
  }),
  never('amount-not-permitted', ['VALOR DA TRANSAÇÃO INVÁLIDA', amountNever], {
    elo: '13',
    visa: '13',
    mastercard: '13',
    american_express: '110 JB',
  }),
  never('installments-not-permitted', ['VALOR DA PARCELA INVÁLIDA', 'PARCELAMENTO INVÁLIDO - NÃO TENTE NOVAMENTE'], {
    elo: '23',
    mastercard: '12',
    american_express: '115 A2',
  }),
  again('pin-tries-exceeded', ['EXCEDIDAS TENTATIVAS DE SENHA / COMPRAS', pinTries], {
    elo: '38',
    visa: '75',
    mastercard: '75',
    american_express: '106 A4',
  }),
  never('card-blocked', ['CARTÃO PERDIDO', notAllowed], {
    elo: '41',
    visa: '41',
    mastercard: '41',
    american_express: '200 FD',
  }),
  never('card-blocked', ['CARTÃO ROUBADO', notAllowed], {
    elo: '43',
    visa: '43',
    mastercard: '43',
    american_express: '200 FD',
  }),
  never('card-expired', ['CARTÃO VENCIDO / DT EXPIRAÇÃO INVÁLIDA', check], {
    elo: '54',
    visa: '54',
    mastercard: '54',
    american_express: '101 BV',
  }),
  never('card-not-permitted', ['TRANSAÇÃO NÃO PERMITIDA CAPACIDADE DO TERMINAL', notAllowed], {
    elo: '57',
    visa: '58',
    mastercard: '58',
  }),
  again('amount-over-limit', ['VALOR EXCESSO / SAQUE', 'VALOR EXCEDIDO. CONTATE A CENTRAL DO SEU CARTÃO'], {
    elo: '61',
    visa: '61 N4',
    mastercard: '61',
  }),
  again('card-blocked', ['BLOQUEIO TEMPORÁRIO (EX: INADIMPLÊNCIA)', bank], { elo: '62', visa: '62', mastercard: '57' }),
  never('abroad-not-permitted', home, { elo: '62', mastercard: '62' }),
  again('abroad-not-permitted', home, { visa: '62' }),
  never('amount-not-permitted', ['VALOR MÍNIMO DA TRANSAÇÃO INVÁLIDO', amountNever], { elo: '64', mastercard: '13' }),
  again(
    'amount-over-limit',
    ['QUANT. DE SAQUES EXCEDIDO', 'QUANTIDADE DE SAQUES EXCEDIDA. CONTATE A CENTRAL DO SEU CARTÃO'],
    {
      elo: '65',
      visa: '65',
      mastercard: '65',
    },
  ),
  never('pin-refused', ['SENHA VENCIDA / ERRO DE CRIPTOGRAFIA DE SENHA', pinNever], {
    elo: '83',
    visa: '74 81',
    mastercard: '88',
    american_express: '180 A7',
  }),
  again('pin-tries-exceeded', ['EXCEDIDAS TENTATIVAS DE SENHA/ SAQUE', pinTries], {
    elo: '75',
    visa: '75',
    mastercard: '75',
    american_express: '106 A4',
  }),
  never('card-invalid', ['CONTA DESTINO INVÁLIDA OU INEXISTENTE', 'CONTA DESTINO INVÁLIDA - NÃO TENTE NOVAMENTE'], {
    elo: '76',
  }),
  never('card-invalid', ['CONTA ORIGEM INVÁLIDA OU INEXISTENTE', 'CONTA ORIGEM INVÁLIDA - NÃO TENTE NOVAMENTE'], {
    elo: '77',
  }),
  again('card-not-activated', [locked, 'DESBLOQUEIE O CARTÃO'], { elo: '78', visa: '78', mastercard: '57' }),
  never('card-invalid', ['CARTÃO INVÁLIDO (criptograma)', cardError], {
    elo: '82',
    visa: '82',
    mastercard: '88',
    american_express: '180 A7',
  }),
  again('issuer-unavailable', ['EMISSOR FORA DO AR', later], {
    elo: '91',
    visa: '91',
    mastercard: '91',
    american_express: '912 A1',
  }),
  again('issuer-unavailable', ['FALHA DO SISTEMA', later], {
    elo: '96',
    visa: '96',
    mastercard: '96',
    american_express: '911 AE',
  }),
  never(
    'amount-not-permitted',
    ['DIFERENÇA - PRÉ AUTORIZAÇÃO', 'VALOR DIFERENTE DA PRÉ AUTORIZAÇÃO - NÃO TENTE NOVAMENTE'],
    {
      visa: 'N8',
    },
  ),
  again('use-credit', ['FUNÇÃO INCORRETA (DÉBITO)', 'UTILIZE FUNÇÃO CRÉDITO'], { elo: 'AB', visa: '52 53' }),
  again('use-debit', ['FUNÇÃO INCORRETA (CRÉDITO)', 'UTILIZE FUNÇÃO DÉBITO'], { elo: 'AC', visa: '39' }),
  never('pin-refused', ['TROCA DE SENHA / DESBLOQUEIO', pinNever], { elo: 'P5' }),
  again('pin-refused', ['NOVA SENHA NÃO ACEITA', 'SENHA INVÁLIDA UTILIZE A NOVA SENHA'], {
    elo: 'P6',
    mastercard: '55',
  }),
  never('card-blocked', ['RECOLHER CARTÃO', bankNever], { visa: '04', mastercard: '04' }),
  never('card-invalid', ['ERRO POR MUDANÇA DE CHAVE DINÂMICA', cardError], { visa: 'N7' }),
  never('card-blocked', ['FRAUDE CONFIRMADA', notForCardNever], {
    elo: '57',
    visa: '07',
    mastercard: '04',
    american_express: '200 FD',
  }),
  never(
    'card-number-invalid',
    ['EMISSOR Ñ LOCALIZADO - BIN INCORRETO (negativa do adquirente)', 'DADOS DO CARTÃO INVÁLIDO - NÃO TENTE NOVAMENTE'],
    { visa: '15', mastercard: '15' },
  ),
  never('card-not-permitted', ['NÃO CUMPRIMENTO PELAS LEIS DE ANTE LAVAGEM DE DINHEIRO', bankNever], { visa: '64' }),
  never('processing-error', ['REVERSÃO INVÁLIDA', bankNever], { visa: '76' }),
  never('processing-error', ['NÃO LOCALIZADO PELO ROTEADOR', bankNever], { visa: '92', mastercard: '92' }),
  never('card-not-permitted', ['TRANSAÇÃO NEGADA POR INFRAÇÃO DE LEI', notForCardNever], {
    elo: '57',
    visa: '93',
    mastercard: '62',
  }),
  // The norm's own text lacks the blank.
  never('processing-error', ['VALOR DO TRACING DATA DUPLICADO', `${bank} - NÃO TENTENOVAMENTE`], {
    visa: '94',
    mastercard: '94',
  }),
  again('processing-error', ['SURCHARGE NÃO SUPORTADO', bank], { visa: 'B1' }),
  again('processing-error', ['SURCHARGE NÃO SUPORTADO PELA REDE DE DÉBITO', bank], { visa: 'B2' }),
  again('issuer-unavailable', ['FORÇAR STIP', bank], { visa: 'N0' }),
  never('card-not-permitted', ['SAQUE NÃO DISPONÍVEL', 'SAQUE NÃO DISPONÍVEL - NÃO TENTE NOVAMENTE'], { visa: 'N3' }),
  never('recurring-stopped', ['SUSPENSÃO DE PAGAMENTO RECORRENTE PARA UM SERVIÇO', stopped], { visa: 'R0' }),
  never('recurring-stopped', ['SUSPENSÃO DE PAGAMENTO RECORRENTE PARA TODOS SERVIÇO', stopped], { visa: 'R1' }),
  never('card-not-permitted', ['TRANSAÇÃO NÃO QUALIFICADA PARA VISA PIN', notForCardNever], { visa: 'R2' }),
  never('recurring-stopped', ['SUSPENSÃO DE TODAS AS ORDENS DE AUTORIZAÇÃO', stopped], { visa: 'R3' }),
  never('card-canceled', ['CONTA ENCERRADA', notForCardNever], { elo: '46', visa: '46', mastercard: '62' }),
  never('identity-not-confirmed', ['FALHA VALIDAÇÃO DE ID', 'FALHA NA VERIFICAÇÃO DO ID'], { visa: '6P' }),
  never('card-not-permitted', ['UTILIZAR O CHIP', 'UTILIZE O CHIP'], { elo: 'FM' }),
];
