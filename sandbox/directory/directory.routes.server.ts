import type { FastifyInstance, FastifyReply } from 'fastify';
import { addFaults } from '../faults/fault-hooks.server.ts';
import { addForms, fieldsOf } from '../pages/forms.server.ts';
import { type Html, markup } from '../pages/html.ts';
import { sendPage, strictPolicy } from '../pages/layout.server.ts';
import { buttonForm, hiddenFields, table } from '../pages/parts.ts';
import type { SandboxContext } from '../runtime/sandbox-context.server.ts';
import type { Directory } from './directory.server.ts';
import { type DirectoryPerson, secondFactorAcr } from './people.ts';

/** The target for faults of the directory. */
export const directoryTarget = 'directory';

interface ByUid {
  Params: { uid: string };
}

/**
 * The OpenID provider below `/directory`, whose sign-in page has a button per person, and `/sandbox/directory`, where people
 * leave the school or come back. `consoleOrigin`: where a sign-in returns to.
 */
export function directoryRoutes(
  context: SandboxContext,
  directory: Directory,
  consoleOrigin: string,
): (app: FastifyInstance) => void {
  return (app) => {
    void app.register(async (scope) => providerRoutes(scope, context, directory));
    void app.register(async (scope) => {
      scope.removeContentTypeParser('application/x-www-form-urlencoded');
      addForms(scope);
      signInRoutes(scope, directory, consoleOrigin);
    });
    peopleRoutes(app, directory);
  };
}

/** The library reads requests by itself: nothing of them is parsed before. */
function providerRoutes(app: FastifyInstance, context: SandboxContext, directory: Directory): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  addFaults(app, context.faults, directoryTarget);
  app.all('/directory/*', async (request, reply) => {
    const { raw } = request;
    const answer = (await directory.provider()).callback();
    void reply.hijack();
    // The library finds the path that it is mounted on by comparing both.
    Object.assign(raw, { originalUrl: raw.url });
    raw.url = (raw.url ?? '').slice('/directory'.length);
    await answer(raw, reply.raw);
  });
}

function signInRoutes(app: FastifyInstance, directory: Directory, consoleOrigin: string): void {
  app.get<ByUid>('/directory/people/:uid', async (request, reply) => {
    const { prompt, session } = await (await directory.provider()).interactionDetails(request.raw, reply.raw);
    const isStepUp = prompt.reasons.includes('second_factor') || prompt.reasons.includes('max_age');
    return sendSignIn(reply, {
      people: directory.people.filter(({ subject }) => !isStepUp || subject === session?.accountId),
      hasLeft: (subject) => directory.hasLeft(subject),
      isStepUp,
      policy: strictPolicy.replace("form-action 'self'", `form-action 'self' ${consoleOrigin}`),
    });
  });

  app.post<ByUid>('/directory/people/:uid', async (request, reply) => {
    const provider = await directory.provider();
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    const { person: subject = '', factor } = fieldsOf(request.body);
    const person = directory.people.find((one) => one.subject === subject);
    if (!person || directory.hasLeft(subject)) return reply.redirect(request.url, 303);
    if (interaction.session?.accountId !== undefined && interaction.session.accountId !== subject) {
      // Another person at the same browser: the library would ask them to sign the first one out by hand.
      await (await provider.Session.findByUid(interaction.session.uid))?.destroy();
      interaction.session = undefined;
      await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
    }
    const login = {
      accountId: subject,
      ...(factor === 'on' ? { acr: secondFactorAcr, amr: ['pwd', 'otp', 'mfa'] } : { amr: ['pwd'] }),
    };
    void reply.hijack();
    await provider.interactionFinished(request.raw, reply.raw, { login, select_account: {} });
    return reply;
  });
}

interface SignInPage {
  readonly people: readonly DirectoryPerson[];
  readonly hasLeft: (subject: string) => boolean;
  /** The console asks again: only the person who is signed in, and with a second factor. */
  readonly isStepUp: boolean;
  readonly policy: string;
}

function sendSignIn(reply: FastifyReply, { people, hasLeft, isStepUp, policy }: SignInPage): FastifyReply {
  const rows = people.map(({ subject, name, title, email }) => {
    const button = hasLeft(subject)
      ? markup`Saiu da escola`
      : markup`<form class="full" method="post">${hiddenFields({ person: subject })}<button name="factor" value="on">${isStepUp ? 'Confirmar' : 'Entrar'}</button> <button class="quiet" name="factor" value="off">Sem segundo fator</button></form>`;
    return markup`<td><strong>${name}</strong></td><td>${title}</td><td>${email}</td><td>${button}</td>`;
  });
  const lead = isStepUp
    ? 'O console pede que você confirme quem é, com o segundo fator.'
    : 'O diretório da escola. Cada botão entra como essa pessoa; não há senha.';
  const body = markup`<h1>${isStepUp ? 'Confirmar quem é' : 'Entrar no console'}</h1>
<p class="lead">${lead}</p>
${table('Pessoas', ['Nome', 'Função', 'E-mail', 'Entrar'], rows)}`;
  return sendPage(reply, { title: 'Diretório da escola', wide: true, body }, policy);
}

/** `POST /sandbox/directory {person, left: yes | no}`, as a form or JSON; `GET /sandbox/directory.json` for tests. */
function peopleRoutes(app: FastifyInstance, directory: Directory): void {
  app.get('/sandbox/directory.json', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({
      people: directory.people.map((person) => ({ ...person, hasLeft: directory.hasLeft(person.subject) })),
    }),
  );

  app.get('/sandbox/directory', (_request, reply) => {
    const rows = directory.people.map((person) => rowOf(person, directory.hasLeft(person.subject)));
    const body = markup`<h1>Diretório da escola</h1>
<p class="lead">Quem trabalha na escola. Quem sai perde o acesso ao console em até 15 minutos.</p>
${table('Pessoas', ['Nome', 'Função', 'E-mail', 'Situação'], rows)}`;
    return sendPage(reply, { title: 'Diretório da escola', wide: true, body });
  });

  app.post('/sandbox/directory', (request, reply) => {
    const { person = '', left } = fieldsOf(request.body);
    const isKnown = directory.people.some(({ subject }) => subject === person);
    if (!isKnown || (left !== 'yes' && left !== 'no'))
      return reply.code(422).send({ code: 'malformed', message: 'person: of the directory; left: yes or no.' });
    directory.setLeft(person, left === 'yes');
    return reply.redirect('/sandbox/directory', 303);
  });
}

function rowOf({ subject, name, title, email }: DirectoryPerson, hasLeft: boolean): Html {
  const change = buttonForm(
    '/sandbox/directory',
    { person: subject, left: hasLeft ? 'no' : 'yes' },
    hasLeft ? 'Volta para a escola' : 'Sai da escola',
    true,
  );
  return markup`<td><strong>${name}</strong></td><td>${title}</td><td>${email}</td><td>${change}</td>`;
}
