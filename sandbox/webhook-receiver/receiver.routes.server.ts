import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addFaults, faultsOf } from '../faults/fault-hooks.server.ts';
import { moment } from '../pages/format.ts';
import { markup } from '../pages/html.ts';
import { sendPage } from '../pages/layout.server.ts';
import { table } from '../pages/parts.ts';
import { findFault } from '../faults/faults.server.ts';
import type { SandboxContext } from '../runtime/sandbox-context.server.ts';
import type { ReceivedWebhook, Receiver } from './receiver.server.ts';

interface DoorPath {
  readonly Params: { readonly school: string };
}

/** The target for faults of the schools' receivers. */
export const schoolTarget = 'school';

/** By the last part of the path in brands' links. */
const doors = { events: 'platform', backend: 'backend' } as const;

/** A school's folder by its address: the shop joins a brand and its variant with a point. */
const owners: Readonly<Record<string, string>> = {
  'meusucesso-mz': 'meusucesso.mz',
  'wise-up-pe': 'wise-up.peru',
  'wise-up-executive': 'wise-up.executive',
};

/** `POST /school/<school>/events` and `/backend`, to which fault rules of schools apply (a rule may name one: `school`). */
export function receiverRoutes(context: SandboxContext, receiver: Receiver): (app: FastifyInstance) => void {
  return (app) => {
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    addFaults(
      app,
      context.faults,
      schoolTarget,
      undefined,
      (request) => (request.params as { school?: string }).school,
    );
    for (const [door, kind] of Object.entries(doors)) {
      app.post<DoorPath>(`/school/:school/${door}`, (request, reply) => {
        if (findFault(faultsOf(request), 'gone')) return reply.code(410).send({ code: 'gone' });
        const { school } = request.params;
        const body = typeof request.body === 'string' ? request.body : '';
        const { verdict } = receiver.take(`${owners[school] ?? school}/${kind}`, request.headers, body);
        if (verdict === 'effect' || verdict === 'repeat') return reply.code(204).send();
        return reply.code(verdict === 'malformed' ? 400 : 401).send({ code: verdict });
      });
    }
  };
}

const pasteBody = z.strictObject({
  endpoint: z.string().max(100),
  secret: z.string().regex(/^whsec_[\w+/=]{32,100}$/),
});

/** Webhooks that the schools received: `/sandbox/receiver` for people, `/sandbox/receiver.json?endpoint=` for tests. */
export function receiverPages(receiver: Receiver): (app: FastifyInstance) => void {
  return (app) => {
    app.get<{ Querystring: { endpoint?: string } }>('/sandbox/receiver.json', (request, reply) =>
      reply.header('cache-control', 'no-store').send({ receivedWebhooks: receiver.list(request.query.endpoint) }),
    );
    app.put('/sandbox/receiver/secrets', (request, reply) => {
      const read = pasteBody.safeParse(request.body);
      if (!read.success) return reply.code(422).send({ code: 'malformed', message: 'An endpoint and its secret.' });
      receiver.paste(read.data.endpoint, read.data.secret);
      return reply.code(204).send();
    });
    app.get('/sandbox/receiver', (_request, reply) => {
      const last = receiver.list().slice(-200).reverse();
      const body = markup`<h1>O que as escolas receberam</h1>
<p class="lead">As plataformas e os sistemas das escolas: cada aviso assinado, e o que fizeram com ele.</p>
${last.length === 0 ? markup`<p>Nada ainda.</p>` : table('Avisos', ['O quê', 'Feito', 'Quem', 'Quando'], last.map(row))}`;
      return sendPage(reply, { title: 'Avisos às escolas', wide: true, body });
    });
  };
}

const verdicts: Readonly<Record<ReceivedWebhook['verdict'], string>> = {
  effect: 'feito',
  repeat: 'já feito antes',
  'bad-signature': 'assinatura errada',
  stale: 'hora errada',
  malformed: 'ilegível',
};

function row({ at, endpoint, type, webhookId, verdict }: ReceivedWebhook) {
  return markup`<td><code>${type}</code><br><small>${webhookId}</small></td><td>${verdicts[verdict]}</td><td>${endpoint}</td><td>${moment(at)}</td>`;
}
