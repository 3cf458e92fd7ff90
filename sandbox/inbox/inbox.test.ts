import nodemailer from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';

let stage: SandboxWorld;
beforeAll(async () => {
  stage = await openSandboxWorld();
});
afterAll(() => stage.close());

interface Message {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly attachments: readonly { readonly name: string; readonly path: string; readonly bytes: number }[];
}

async function inbox(to: string): Promise<Message[]> {
  const { messages }: { messages: Message[] } = JSON.parse(
    JSON.stringify((await stage.ask('GET', `/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json),
  );
  return messages;
}

async function send(to: string, subject: string): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: stage.world.smtpPort, secure: false });
  await transport.sendMail({
    from: 'Escola <escola@example.com>',
    to,
    subject,
    text: 'Olá, João!\nSeu acesso: https://escola.example/acesso?t=abc',
    html: '<h1>Olá, João!</h1><script>document.title = "x"</script><a href="https://escola.example/acesso?t=abc&amp;x=1">Acessar</a><a href="javascript:alert(1)">Não</a>',
    attachments: [{ filename: 'boleto ção.pdf', content: Buffer.from('%PDF-1.4 pretended') }],
  });
  transport.close();
}

test('a message arrives whole: words with accents, links, attachment; and stays over a restart', async () => {
  await send('Ana@Example.com', 'Matrícula confirmada ✓');
  const [message] = await inbox('ana@example.com');
  expect(message).toMatchObject({ subject: 'Matrícula confirmada ✓', text: expect.stringContaining('Olá, João!') });
  expect(message?.links).toEqual(['https://escola.example/acesso?t=abc&x=1', 'https://escola.example/acesso?t=abc']);
  expect(await inbox('somebody@else.com')).toEqual([]);
  const file = await fetch(`${stage.world.origin}${message?.attachments[0]?.path ?? ''}`);
  expect([file.headers.get('content-type'), await file.text()]).toEqual(['application/pdf', '%PDF-1.4 pretended']);
  await stage.restart();
  expect(await inbox('ana@example.com')).toEqual([message]);
});

test('a picture of the message is shown in it and is none of its papers; the list names the sender', async () => {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: stage.world.smtpPort, secure: false });
  const picture = Buffer.from('89504e47', 'hex');
  await transport.sendMail({
    ...{ from: 'Escola <escola@example.com>', to: 'caio@example.com', subject: 'Com logo', text: 'Olá' },
    html: '<img src="cid:logo" alt="Escola"><p>Olá</p>',
    attachments: [{ cid: 'logo', filename: 'logo.png', contentType: 'image/png', content: picture }],
  });
  transport.close();
  const [message] = await inbox('caio@example.com');
  expect(message?.attachments).toEqual([]);
  const body = await fetch(`${stage.world.origin}/sandbox/inbox/${message?.id ?? ''}/body`);
  expect(await body.text()).toContain(`<img src="data:image/png;base64,${picture.toString('base64')}" alt="Escola">`);
  const list = await fetch(`${stage.world.origin}/sandbox/inbox?to=caio@example.com`);
  expect(await list.text()).toContain('data-head="De">Escola</td>');
  const narrow = await fetch(`${stage.world.origin}/sandbox/inbox/${message?.id ?? ''}?width=390`);
  expect(await narrow.text()).toContain('class="mail phone"');
});

test('shown to a person, it can neither run nor load anything', async () => {
  await send('bia@example.com', 'Com script');
  const [message] = await inbox('bia@example.com');
  const page = await fetch(`${stage.world.origin}/sandbox/inbox/${message?.id ?? ''}`);
  expect(await page.text()).not.toContain('document.title');
  const body = await fetch(`${stage.world.origin}/sandbox/inbox/${message?.id ?? ''}/body`);
  const policy = body.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('sandbox allow-popups');
  expect(policy).not.toContain('script');
  expect((await fetch(`${stage.world.origin}/sandbox/inbox/none`)).status).toBe(404);
});
