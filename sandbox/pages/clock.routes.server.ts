import type { FastifyInstance } from 'fastify';
import type { VirtualClock } from '#src/kernel/time/clock.ts';
import { moment } from './format.ts';
import { markup } from './html.ts';
import { sendPage } from './layout.server.ts';
import type { SandboxContext } from '../runtime/sandbox-context.server.ts';
import { fieldsOf } from './forms.server.ts';

const steps = [
  { seconds: 60, label: '1 minuto' },
  { seconds: 1_800, label: '30 minutos' },
  { seconds: 3_600, label: '1 hora' },
  { seconds: 86_400, label: '1 dia' },
  { seconds: 259_200, label: '3 dias' },
  { seconds: 2_592_000, label: '30 dias' },
] as const;

const maxSeconds = 400 * 86_400;

/** The clock's offset; stored so that a restart does not go back in time. */
interface Offset {
  readonly id: 'clock';
  readonly offsetMs: number;
}

/** Called after the clock was moved, so that due work runs before the answer. */
export type OnAdvance = (now: Date) => Promise<void> | void;

/** The clock of product and sandbox, for people and tests at `/sandbox/clock`. */
export function clockRoutes(
  context: SandboxContext,
  clock: VirtualClock,
  onAdvance: OnAdvance,
): (app: FastifyInstance) => void {
  const store = context.store<Offset>('clock', { idOf: ({ id }) => id });
  const behind = (store.get('clock')?.offsetMs ?? 0) - clock.offsetMs;
  if (behind > 0) clock.advance(behind);

  const view = (): object => ({ now: clock.now().toISOString(), offsetSeconds: Math.round(clock.offsetMs / 1000) });

  return (app) => {
    app.get('/sandbox/clock.json', (_request, reply) => reply.header('cache-control', 'no-store').send(view()));

    app.get('/sandbox/clock', (request, reply) => {
      if (!(request.headers.accept ?? '').includes('text/html'))
        return reply.header('cache-control', 'no-store').send(view());
      const body = markup`<h1>Relógio</h1>
<p class="lead">O tempo da escola e dos bancos. Só anda para a frente.</p>
<div class="card"><p class="amount">${moment(clock.now())}</p>
<p class="hint">Horário de Brasília${clock.offsetMs > 0 && `, adiantado em ${Math.round(clock.offsetMs / 60_000)} minutos`}</p></div>
<form method="post"><h2>Adiantar</h2><div class="row">
${steps.map(({ seconds, label }) => markup`<button class="quiet" name="advanceSeconds" value="${seconds}">${label}</button>`)}
</div></form>`;
      return sendPage(reply, { title: 'Relógio', body });
    });

    app.post('/sandbox/clock', async (request, reply) => {
      const seconds = Number(fieldsOf(request.body)['advanceSeconds'] ?? Number.NaN);
      if (!Number.isFinite(seconds) || seconds < 0 || seconds > maxSeconds) {
        return reply.code(422).send({ code: 'malformed', message: `advanceSeconds: 0 to ${maxSeconds}.` });
      }
      clock.advance(Math.round(seconds * 1000));
      store.put({ id: 'clock', offsetMs: clock.offsetMs });
      context.scheduler.runDue();
      await onAdvance(clock.now());
      if ((request.headers['content-type'] ?? '').includes('urlencoded')) return reply.redirect('/sandbox/clock', 303);
      return reply.send(view());
    });
  };
}
