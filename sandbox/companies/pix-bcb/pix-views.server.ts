import type { Payee } from '../../runtime/contracts.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { PixCharges } from './pix-charges.server.ts';
import { dueAmount } from './pay-pix.server.ts';
import { type PixCharge, type PixReturn, type PixTerms, type ReceivedPix, toValor } from './pix.types.ts';

const foreignKey = '00000000-1111-4222-8333-444444444444';

/** A charge in the norm's shape (`CobGerada`, `CobVGerada`; with `pix` `CobCompleta`, `CobVCompleta`). */
export function chargeView(
  charge: PixCharge,
  charges: PixCharges,
  rules: readonly FaultRule[],
  revision?: number,
): object {
  const { txid, kind, criacao, status, loc, brCode, history, revisao } = charge;
  const terms = revision === undefined || revision === revisao ? charge.terms : (history[revision] ?? charge.terms);
  const location = charges.locationOf(charge);
  const amount = terms.amount + (findFault(rules, 'wrong-amount') ? 1 : 0);
  const payee = charges.payeeOf(terms.chave);
  return {
    calendario: { criacao, ...calendar(terms) },
    txid,
    revisao: revision ?? revisao,
    loc: { id: loc, txid, location, tipoCob: kind, criacao },
    location,
    status,
    valor: {
      original: toValor(amount),
      ...lateView(terms),
      ...(terms.mayChangeAmount ? { modalidadeAlteracao: 1 } : {}),
    },
    chave: findFault(rules, 'wrong-payee') ? foreignKey : terms.chave,
    ...said(terms),
    ...(kind === 'cobv' && payee ? { recebedor: receiver(payee) } : {}),
    pixCopiaECola: brCode,
  };
}

/** The payload at the location, for a payer's bank (`CobPayload`, `CobVPayload`). */
export function payloadView(charge: PixCharge, charges: PixCharges, shownAt: string): object {
  const { txid, kind, criacao, status, revisao, terms } = charge;
  const payee = charges.payeeOf(terms.chave);
  const original = toValor(terms.amount);
  return {
    calendario: { criacao, apresentacao: shownAt, ...calendar(terms) },
    txid,
    revisao,
    status,
    valor:
      kind === 'cobv'
        ? { original, ...lateView(terms), final: toValor(dueAmount(charge, new Date(shownAt))) }
        : { original, modalidadeAlteracao: terms.mayChangeAmount ? 1 : 0 },
    chave: terms.chave,
    ...said(terms),
    ...(kind === 'cobv' && payee ? { recebedor: receiver(payee) } : {}),
  };
}

function lateView({ late }: PixTerms): object {
  if (!late) return {};
  return {
    multa: { modalidade: 2, valorPerc: toValor(late.fine) },
    juros: { modalidade: 3, valorPerc: toValor(late.monthlyInterest) },
  };
}

/** A received Pix in the norm's shape. */
export function pixView({
  endToEndId,
  txid,
  amount,
  chave,
  horario,
  devolucoes,
}: ReceivedPix): Record<string, string | readonly object[] | object> {
  return {
    endToEndId,
    txid,
    valor: toValor(amount),
    componentesValor: { original: { valor: toValor(amount) } },
    chave,
    horario,
    ...(devolucoes.length === 0 ? {} : { devolucoes: devolucoes.map(returnView) }),
  };
}

/** A return in the norm's shape (`Devolucao`). */
export function returnView({
  id,
  rtrId,
  amount,
  natureza = 'ORIGINAL',
  descricao,
  solicitacao,
  liquidacao,
  status,
}: PixReturn): object {
  return {
    id,
    rtrId,
    valor: toValor(amount),
    natureza,
    ...(descricao === undefined ? {} : { descricao }),
    horario: { solicitacao, ...(liquidacao === undefined ? {} : { liquidacao }) },
    status,
    ...(status === 'NAO_REALIZADO' ? { motivo: 'Saldo insuficiente na conta.' } : {}),
  };
}

function calendar({ expiracao, dueDate, daysAfterDue }: PixTerms): object {
  return dueDate === undefined ? { expiracao } : { dataDeVencimento: dueDate, validadeAposVencimento: daysAfterDue };
}

function said({ devedor, solicitacaoPagador, infoAdicionais }: PixTerms): object {
  return {
    ...(devedor === undefined ? {} : { devedor }),
    ...(solicitacaoPagador === undefined ? {} : { solicitacaoPagador }),
    ...(infoAdicionais === undefined ? {} : { infoAdicionais }),
  };
}

function receiver({ name, document, street, city, state, postalCode }: Payee): object {
  return { nome: name, cnpj: document, logradouro: street, cidade: city, uf: state, cep: postalCode };
}
