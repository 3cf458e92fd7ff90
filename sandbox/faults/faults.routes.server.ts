import type { FastifyInstance, FastifyReply } from 'fastify';
import { ok, type Result } from '#src/kernel/result/result.ts';
import { type Html, markup } from '../pages/html.ts';
import { sendPage } from '../pages/layout.server.ts';
import { field, notice, table } from '../pages/parts.ts';
import { type Faults, type FaultRule, modesOf } from './faults.server.ts';
import { fieldsOf } from '../pages/forms.server.ts';

const path = '/sandbox/weather';
const numbers = ['times', 'ms', 'seconds', 'count'] as const;

/**
 * Scripted faults at `/sandbox/weather`. `PUT {target, mode, …}` replaces a target's rules by one, and
 * `PUT {target, rules: [{mode, …}, …]}` by several; `mode: 'ok'` or an empty list clears them; `DELETE` clears all.
 * `GET /sandbox/weather/targets` names every target with its modes.
 */
export function faultsRoutes(faults: Faults, titles: ReadonlyMap<string, string>): (app: FastifyInstance) => void {
  const titleOf = (target: string): string => titles.get(target) ?? target;

  const sendRules = (reply: FastifyReply): FastifyReply =>
    reply.header('cache-control', 'no-store').send({ rules: faults.list() });

  return (app) => {
    app.get(path, (request, reply) =>
      (request.headers.accept ?? '').includes('text/html') ? sendFaultsPage(reply, null) : sendRules(reply),
    );

    app.get(`${path}/targets`, (_request, reply) =>
      reply.header('cache-control', 'no-store').send({
        targets: faults.targets.map((target) => ({ target, title: titleOf(target), modes: modesOf(target) })),
      }),
    );

    app.put(path, (request, reply) => {
      const read = readRules(faults, request.body);
      if (!read.ok) return reply.code(422).send({ code: 'malformed', message: read.error });
      faults.set(read.value.target, read.value.rules);
      return sendRules(reply);
    });

    app.delete(path, (_request, reply) => {
      faults.clear();
      return sendRules(reply);
    });

    app.post(path, (request, reply) => {
      const fields = fieldsOf(request.body);
      if (fields['clear'] !== undefined) {
        faults.clear();
        return reply.redirect(path, 303);
      }
      const given = Object.fromEntries(numbers.flatMap((name) => (fields[name] ? [[name, Number(fields[name])]] : [])));
      const [target = '', mode = ''] = (fields['what'] ?? '').split(' ');
      const rule = faults.read({ target, mode, ...given });
      if (!rule.ok) return sendFaultsPage(reply.code(422), rule.error);
      faults.add(rule.value);
      return reply.redirect(path, 303);
    });
  };

  function sendFaultsPage(reply: FastifyReply, error: string | null): FastifyReply {
    const rules = faults.list();
    const body = markup`<h1>Falhas</h1>
<p class="lead">O que dá errado nas empresas, e em quantas chamadas.</p>
${error !== null && notice('bad', error)}
<h2>Agora</h2>
${rules.length === 0 ? notice('good', 'Nenhuma falha: tudo responde como deve.') : tableOf(rules, titleOf)}
<form class="card" method="post" action="${path}">
<h2>Acrescentar</h2>
<div class="field"><label for="what">O quê</label><select id="what" name="what">${faults.targets.map((target) => optionsOf(target, titleOf(target)))}</select></div>
<div class="row">
${field('times', 'Quantas vezes', markup`inputmode="numeric" autocomplete="off" placeholder="sempre"`)}
${field('ms', 'Milissegundos', markup`inputmode="numeric" autocomplete="off"`)}
${field('seconds', 'Segundos', markup`inputmode="numeric" autocomplete="off"`)}
${field('count', 'Cópias', markup`inputmode="numeric" autocomplete="off"`)}
</div>
<button>Acrescentar</button>
</form>`;
    return sendPage(reply, { title: 'Falhas', wide: true, body });
  }
}

function optionsOf(target: string, title: string): Html {
  const options = modesOf(target).map((mode) => markup`<option value="${target} ${mode}">${title}: ${mode}</option>`);
  return markup`<optgroup label="${title}">${options}</optgroup>`;
}

function tableOf(rules: ReturnType<Faults['list']>, titleOf: (target: string) => string): Html {
  const rows = rules.map((rule) => {
    const left = rule.left === null ? 'sempre' : `${rule.left} vezes`;
    return markup`<td>${titleOf(rule.target)}</td><td><code>${rule.mode}</code></td><td>${left}</td><td>${detailsOf(rule)}</td>`;
  });
  return markup`${table('Regras', ['Onde', 'O quê', 'Ainda', 'Como'], rows)}
<form class="after" method="post" action="${path}"><button class="quiet" name="clear" value="1">Retirar todas</button></form>`;
}

function detailsOf({ ms, seconds, count, code }: FaultRule): string {
  const parts = [
    ms !== undefined && `${ms} ms`,
    seconds !== undefined && `${seconds} s`,
    count !== undefined && `${count} cópias`,
    code,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

function readRules(faults: Faults, input: unknown): Result<{ target: string; rules: readonly FaultRule[] }, string> {
  const body = typeof input === 'object' && input !== null ? input : {};
  const target = 'target' in body ? faults.targets.find((name) => name === body.target) : undefined;
  if (target === undefined) return { ok: false, error: `target: one of ${faults.targets.join(', ')}` };
  const listed: readonly unknown[] = 'rules' in body && Array.isArray(body.rules) ? body.rules : [body];
  const rules: FaultRule[] = [];
  for (const entry of listed) {
    const given = typeof entry === 'object' && entry !== null ? { ...entry, target } : {};
    if ('mode' in given && given.mode === 'ok') continue;
    const rule = faults.read(given);
    if (!rule.ok) return rule;
    rules.push(rule.value);
  }
  return ok({ target, rules });
}
