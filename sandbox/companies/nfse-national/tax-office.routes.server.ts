import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { addJsonErrors } from '../../runtime/responses.server.ts';
import { addFaults } from '../../faults/fault-hooks.server.ts';
import { type Html, markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { OfficialNote, OfficialRefusal, TaxOffice } from './tax-office.server.ts';

const packed = (xml: string): string => gzipSync(xml).toString('base64');

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
}

/** The national system's API for issuers, below `/tax-office`, limited to the calls of the product. */
export function taxOfficeRoutes(context: SandboxContext, office: TaxOffice): (app: FastifyInstance) => void {
  const common = { tipoAmbiente: 2, versaoAplicativo: 'SefinNacional_simulado' };
  const sendNote = (reply: FastifyReply, status: number, note: OfficialNote): FastifyReply =>
    reply.code(status).send({
      ...common,
      dataHoraProcessamento: note.at,
      idDps: note.declarationId,
      chaveAcesso: note.accessKey,
      nfseXmlGZipB64: packed(note.xml),
      alertas: null,
    });
  const sendRefused = (reply: FastifyReply, { status, code, text }: OfficialRefusal): FastifyReply =>
    reply
      .code(status)
      .send({ ...common, dataHoraProcessamento: context.timestamp(), erros: [{ Codigo: code, Descricao: text }] });
  const missing: OfficialRefusal = { status: 404, code: 'E2220', text: 'NFS-e não encontrada' };
  return (app) => {
    addJsonErrors(app);
    addFaults(app, context.faults, 'tax-office');
    app.post('/nfse', (request, reply) => {
      const issued = office.issue(memberOf(request.body, 'dpsXmlGZipB64'));
      return issued.ok ? sendNote(reply, 201, issued.value) : sendRefused(reply, issued.error);
    });
    app.get<{ Params: { id: string } }>('/dps/:id', (request, reply) => {
      const note = office.byDeclaration(request.params.id);
      if (!note) return sendRefused(reply, missing);
      return reply.send({ ...common, idDps: note.declarationId, chaveAcesso: note.accessKey });
    });
    app.get<{ Params: { key: string } }>('/nfse/:key', (request, reply) => {
      const note = office.byKey(request.params.key);
      return note ? sendNote(reply, 200, note) : sendRefused(reply, missing);
    });
    app.post<{ Params: { key: string } }>('/nfse/:key/eventos', (request, reply) => {
      const canceled = office.cancel(request.params.key, memberOf(request.body, 'pedidoRegistroEventoXmlGZipB64'));
      if (!canceled.ok) return sendRefused(reply, canceled.error);
      return reply
        .code(201)
        .send({ ...common, dataHoraProcessamento: canceled.value.canceledAt, eventoXmlGZipB64: '' });
    });
    app.get<{ Querystring: { chave?: string } }>('/consulta', (request, reply) => {
      const notes = request.query.chave ? [office.byKey(request.query.chave)] : office.list();
      return sendPage(reply, { title: 'Notas fiscais de serviço', body: listOf(notes) });
    });
  };
}

function listOf(notes: readonly (OfficialNote | undefined)[]): Html {
  const known = notes.filter((note) => note !== undefined);
  if (known.length === 0) return markup`<p>Nenhuma nota encontrada.</p>`;
  return markup`${known.map(
    (note) => markup`<section>
      <h2>NFS-e ${String(note.number)}${note.canceledAt === null ? '' : ' (cancelada)'}</h2>
      <p>Chave ${note.accessKey}</p>
      <p>Prestador ${note.issuer}; tomador ${note.buyerName ?? 'não informado'}</p>
      <p>${note.service}: R$ ${note.amount.replace('.', ',')}</p>
    </section>`,
  )}`;
}
