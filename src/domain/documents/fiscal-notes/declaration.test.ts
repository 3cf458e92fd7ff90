import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toLayoutText } from './xml-text.server.ts';
import { taxIdProblem, redactBuyer, writeCancellation, writeDeclaration } from './write-declaration.server.ts';

const issuer = {
  cnpj: '11222333000181',
  municipality: '4106902',
  cityRegistration: null,
  series: '1',
  serviceCode: '080201',
  nbs: null,
  simplified: 1,
} as const;
const sale = {
  issuer,
  environment: 2,
  number: 42,
  issuedAt: '2026-11-21T10:00:00-03:00',
  day: '2026-11-21',
  buyer: { document: { type: 'cpf', number: '52998224725' }, name: 'Ana & José <Łucja>', email: 'ana@escola.example' },
  description: 'Curso anual - pedido 7',
  amount: 114_005n,
} as const;

describe('declaration of services', () => {
  test('has the elements of the layout in its order', () => {
    const made = writeDeclaration(sale);
    if (!made.ok) throw new Error(made.error);
    expect(made.value.id).toBe('DPS410690221122233300018100001000000000000042');
    expect(made.value.xml).toBe(
      '<DPS xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><infDPS Id="DPS410690221122233300018100001000000000000042">' +
        '<tpAmb>2</tpAmb><dhEmi>2026-11-21T10:00:00-03:00</dhEmi><verAplic>Matricula-1</verAplic><serie>1</serie><nDPS>42</nDPS>' +
        '<dCompet>2026-11-21</dCompet><tpEmit>1</tpEmit><cLocEmi>4106902</cLocEmi>' +
        '<prest><CNPJ>11222333000181</CNPJ><regTrib><opSimpNac>1</opSimpNac><regEspTrib>0</regEspTrib></regTrib></prest>' +
        '<toma><CPF>52998224725</CPF><xNome>Ana &amp; José &lt;Lucja&gt;</xNome><email>ana@escola.example</email></toma>' +
        '<serv><locPrest><cLocPrestacao>4106902</cLocPrestacao></locPrest><cServ><cTribNac>080201</cTribNac>' +
        '<xDescServ>Curso anual - pedido 7</xDescServ></cServ></serv>' +
        '<valores><vServPrest><vServ>1140.05</vServ></vServPrest><trib><tribMun><tribISSQN>1</tribISSQN>' +
        '<tpRetISSQN>1</tpRetISSQN></tribMun><totTrib><indTotTrib>0</indTotTrib></totTrib></trib></valores></infDPS></DPS>',
    );
  });

  test('of a buyer whose CNPJ has letters is refused before it is submitted', () => {
    const document = { type: 'cnpj', number: '12ABC34501DE35' } as const;
    expect(taxIdProblem(document)).toBe('letters-not-taken');
    expect(writeDeclaration({ ...sale, buyer: { ...sale.buyer, document } })).toEqual({
      ok: false,
      error: 'letters-not-taken',
    });
    expect(taxIdProblem({ type: 'cnpj', number: '11222333000181' })).toBeNull();
    expect(taxIdProblem({ type: 'dni', number: '45678912' })).toBeNull();
  });

  test('of a buyer without a tax id has no buyer; one of an invalid issuer is refused', () => {
    const made = writeDeclaration({ ...sale, buyer: null });
    expect(made.ok && made.value.xml).not.toContain('toma');
    expect(writeDeclaration({ ...sale, issuer: { ...issuer, serviceCode: '80201' } })).toMatchObject({ ok: false });
    expect(writeDeclaration({ ...sale, issuer: { ...issuer, municipality: '41' } })).toMatchObject({ ok: false });
  });

  test('is canceled by an event that names the note', () => {
    const request = writeCancellation({
      issuer,
      environment: 2,
      accessKey: '4'.repeat(50),
      at: '2026-11-22T10:00:00-03:00',
      reason: 'O pagamento foi devolvido',
    });
    expect(request).toContain(`<infPedReg Id="PRE${'4'.repeat(50)}101101">`);
    expect(request).toContain('<e101101><xDesc>Cancelamento de NFS-e</xDesc><cMotivo>2</cMotivo>');
  });

  test.each([
    ['Joana D’Arc Silva', "Joana D'Arc Silva"],
    ['Łukasz Kowalski', 'Lukasz Kowalski'],
    ['Nguyễn Văn An', 'Nguyen Van An'],
    ['Đorđe Øvergård-Žižek', 'Dorde Øvergård-Zizek'],
    ['Ольга Müller', "Ol'ga Müller"],
    ['王 小明', 'Wang XiaoMing'],
  ])('names %s as %s: no letter is lost', (typed, written) => {
    expect(toLayoutText(typed, 300)).toBe(written);
  });

  test('of an erased buyer has empty elements in place of the buyer, whatever the name was', () => {
    const buyer = { ...sale.buyer, name: 'Joana D’Arc & Łucja', email: "o'neil&co@escola.example" };
    const made = writeDeclaration({ ...sale, buyer });
    if (!made.ok) throw new Error(made.error);
    const erased = redactBuyer(made.value.xml);
    expect(erased).toContain('</prest><toma><CPF></CPF><xNome></xNome><email></email></toma><serv>');
    expect(erased.replace(/<toma>.*<\/toma>/, '')).toBe(made.value.xml.replace(/<toma>.*<\/toma>/, ''));
  });

  test('holds only characters of the layout, whatever its input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, most) => {
        const shown = toLayoutText(text, most);
        expect(shown.length).toBeLessThanOrEqual(most);
        expect(shown).toMatch(/^(?:[!-ÿ](?:[ -ÿ]*[!-ÿ])?)?$/);
      }),
    );
  });
});
