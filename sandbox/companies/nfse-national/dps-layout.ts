import { textAt, type XmlElement } from './read-xml.ts';

/** Content of an element: children in this order, or text of this shape. `!`: required. */
type Layout = readonly (readonly [name: string, content: Layout | RegExp, needed?: '!'])[];

const latin = /^[!-ÿ](?:[ -ÿ]*[!-ÿ])?$/;
const money = /^(?:0|0\.\d{2}|[1-9]\d{0,12}(?:\.\d{2})?)$/;
const place = /^\d{7}$/;
const cnpj = /^\d{14}$/;
const cpf = /^\d{11}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/;
const buyer: Layout = [
  ['CNPJ', cnpj],
  ['CPF', cpf],
  ['IM', /^\d{1,15}$/],
  ['xNome', latin, '!'],
  ['fone', /^\d{6,20}$/],
  ['email', latin],
];

/** The parts of `TCInfDPS` (layout 1.01) that services to people use, in the order of the layout. */
const declaration: Layout = [
  ['tpAmb', /^[12]$/, '!'],
  ['dhEmi', moment, '!'],
  ['verAplic', /^[!-ÿ]{1,20}$/, '!'],
  ['serie', /^\d{1,5}$/, '!'],
  ['nDPS', /^[1-9]\d{0,14}$/, '!'],
  ['dCompet', /^\d{4}-\d{2}-\d{2}$/, '!'],
  ['tpEmit', /^[123]$/, '!'],
  ['cLocEmi', place, '!'],
  [
    'prest',
    [
      ['CNPJ', cnpj, '!'],
      ['IM', /^\d{1,15}$/],
      [
        'regTrib',
        [
          ['opSimpNac', /^[123]$/, '!'],
          ['regEspTrib', /^[0-9]$/, '!'],
        ],
        '!',
      ],
    ],
    '!',
  ],
  ['toma', buyer],
  [
    'serv',
    [
      ['locPrest', [['cLocPrestacao', place, '!']], '!'],
      [
        'cServ',
        [
          ['cTribNac', /^\d{6}$/, '!'],
          ['xDescServ', /^[!-ÿ](?:[ -ÿ]{0,1998}[!-ÿ])?$/, '!'],
          ['cNBS', /^\d{9}$/],
        ],
        '!',
      ],
    ],
    '!',
  ],
  [
    'valores',
    [
      ['vServPrest', [['vServ', money, '!']], '!'],
      [
        'trib',
        [
          [
            'tribMun',
            [
              ['tribISSQN', /^[1-4]$/, '!'],
              ['tpRetISSQN', /^[123]$/, '!'],
            ],
            '!',
          ],
          ['totTrib', [['indTotTrib', /^0$/, '!']], '!'],
        ],
        '!',
      ],
    ],
    '!',
  ],
];

/** The first violation of the layout in a declaration, as a code and a text; null when it may become a note. */
export function declarationProblem(document: XmlElement): { readonly code: string; readonly text: string } | null {
  const info = document.children[0];
  if (document.name !== 'DPS' || document.attributes['versao'] !== '1.01' || info?.name !== 'infDPS')
    return { code: 'E1235', text: 'Falha no esquema XML da DPS: raiz' };
  if (document.attributes['xmlns'] !== 'http://www.sped.fazenda.gov.br/nfse')
    return { code: 'E1235', text: 'Falha no esquema XML da DPS: namespace' };
  const wrong = misfit(info, declaration, '');
  if (wrong !== null) return { code: 'E1235', text: `Falha no esquema XML da DPS: ${wrong}` };
  const part = (path: string): string => textAt(info, path) ?? '';
  const id = `DPS${part('cLocEmi')}2${part('prest/CNPJ')}${part('serie').padStart(5, '0')}${part('nDPS').padStart(15, '0')}`;
  if (info.attributes['Id'] !== id)
    return { code: 'E0004', text: 'Conteúdo do identificador informado na DPS difere da concatenação dos campos' };
  return null;
}

function misfit(element: XmlElement, layout: Layout, path: string): string | null {
  let next = 0;
  for (const child of element.children) {
    const at = layout.findIndex(([name], index) => index >= next && name === child.name);
    const here = `${path}${child.name}`;
    const found = layout[at];
    if (!found) return `${here} não é esperado aqui`;
    const skipped = layout.slice(next, at).find(([, , needed]) => needed);
    if (skipped) return `${path}${skipped[0]} falta`;
    next = at + 1;
    const [, content] = found;
    if (content instanceof RegExp) {
      if (child.children.length > 0 || !content.test(child.text)) return `${here} não tem a forma do leiaute`;
    } else {
      const inside = misfit(child, content, `${here}/`);
      if (inside !== null) return inside;
    }
  }
  const missing = layout.slice(next).find(([, , needed]) => needed);
  return missing ? `${path}${missing[0]} falta` : null;
}
