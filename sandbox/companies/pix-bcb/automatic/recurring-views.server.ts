import { pixView } from '../pix-views.server.ts';
import { type ReceivedPix, toValor } from '../pix.types.ts';
import type { Payee } from '#sandbox/runtime/contracts.ts';
import type { PixRecurrences } from './recurrences.server.ts';
import type { Ending, PixRecurrence, RecLocation, RecurringCharge } from './recurring.types.ts';

/** A mandate in the norm's shape (`RecGerada`; with `code` also the members of `RecCompleta` for a QR). */
export function recView(
  recurrence: PixRecurrence,
  recurrences: PixRecurrences,
  payee: Payee | undefined,
  code: string | null = null,
): object {
  const { loc, terms } = recurrence;
  const place = recurrences.location(loc);
  return {
    ...recCore(recurrence),
    ...linkOf(recurrence),
    recebedor: { cnpj: payee?.document, nome: payee?.name },
    politicaRetentativa: terms.politicaRetentativa,
    ...(place ? { loc: locationView(place, recurrences) } : {}),
    ...(code === null ? {} : { dadosQR: { jornada: 'JORNADA_3', pixCopiaECola: code } }),
  };
}

export function locationView(place: RecLocation, recurrences: PixRecurrences): object {
  const { id, criacao, idRec } = place;
  return {
    id,
    location: recurrences.addressOf(place),
    tipo: 'rec',
    criacao,
    ...(idRec === undefined ? {} : { idRec }),
  };
}

/** The payload at the location, for a payer's bank (`RecPayload`). */
export function recPayload(recurrence: PixRecurrence, payee: Payee | undefined): object {
  return {
    idRec: recurrence.idRec,
    ...linkOf(recurrence),
    recebedor: { cnpj: payee?.document, nome: payee?.name, ispbParticipante: '30306294' },
    politicaRetentativa: recurrence.terms.politicaRetentativa,
    atualizacao: recurrence.steps,
  };
}

/** The webhook's body about a mandate (`RecNotification`). */
export function recCore({ idRec, status, steps, ending, terms }: PixRecurrence): object {
  return {
    idRec,
    status,
    atualizacao: steps,
    ...(ending ? { encerramento: endingView(ending) } : {}),
    ativacao: {
      tipoJornada: terms.txid === undefined ? 'AGUARDANDO_DEFINICAO' : 'JORNADA_3',
      ...(terms.txid === undefined ? {} : { dadosJornada: { txid: terms.txid } }),
    },
  };
}

function linkOf({ terms }: PixRecurrence): object {
  const { contrato, objeto, devedor, dataInicial, dataFinal, periodicidade, valorRec, valorMinimoRecebedor } = terms;
  const amounts = {
    ...(valorRec === undefined ? {} : { valorRec: toValor(valorRec) }),
    ...(valorMinimoRecebedor === undefined ? {} : { valorMinimoRecebedor: toValor(valorMinimoRecebedor) }),
  };
  return {
    vinculo: { contrato, devedor, ...(objeto === undefined ? {} : { objeto }) },
    calendario: { dataInicial, periodicidade, ...(dataFinal === undefined ? {} : { dataFinal }) },
    ...(Object.keys(amounts).length === 0 ? {} : { valor: amounts }),
  };
}

/** A mandate charge in the norm's shape (`CobRGerada`, `CobRCompleta`, `CobRNotification`). */
export function cobrView(
  charge: RecurringCharge,
  recurrence: PixRecurrence | undefined,
  payee: Payee,
  pix: readonly ReceivedPix[],
  slip = 0,
): object {
  const { idRec, txid, status, criacao, dueDate, amount, ajusteDiaUtil, infoAdicional, tries, steps, ending } = charge;
  return {
    idRec,
    txid,
    status,
    ...(infoAdicional === undefined ? {} : { infoAdicional }),
    calendario: { criacao: criacao.slice(0, 10), dataDeVencimento: dueDate },
    valor: { original: toValor(amount + slip) },
    ajusteDiaUtil,
    recebedor: { cnpj: payee.document, nome: payee.name, agencia: '0001', conta: '0123456', tipoConta: 'CORRENTE' },
    politicaRetentativa: recurrence?.terms.politicaRetentativa ?? 'NAO_PERMITE',
    atualizacao: steps,
    ...(ending ? { encerramento: endingView(ending) } : {}),
    tentativas: tries.map(({ endToEndId, on, tipo, status: state, steps: life, rejection }) => ({
      dataLiquidacao: on,
      tipo,
      status: state,
      endToEndId,
      atualizacao: life,
      ...(rejection === undefined ? {} : { rejeicao: rejection }),
    })),
    ...(pix.length === 0 ? {} : { pix: pix.map(automaticPix) }),
  };
}

/** The norm's `PixAutomatico` names no key and no parts of the value. */
function automaticPix(pix: ReceivedPix): object {
  const { chave: _key, componentesValor: _parts, ...view } = pixView(pix);
  return view;
}

function endingView({ kind, ...ending }: Ending): object {
  return { [kind]: ending };
}
