/** A member's contact. Only the masked form leaves the programme. */
export interface MemberDevice {
  readonly id: string;
  readonly kind: 'sms' | 'email';
  /** E.164, or an address. */
  readonly to: string;
}

export interface Member {
  /** Contains no personal data. */
  readonly id: string;
  readonly document: string;
  readonly name: string;
  readonly status: 'active' | 'blocked';
  readonly points: number;
  readonly devices: readonly MemberDevice[];
  /** Shown on the sandbox's pages. */
  readonly does: string;
}

/** The programme's members; every other CPF is unknown. */
export const members: readonly Member[] = [
  {
    id: 'mem_7f3a91c2',
    document: '39053344705',
    name: 'Maria da Silva',
    status: 'active',
    points: 24_500,
    devices: [
      { id: 'dev_1', kind: 'sms', to: '+5511961234567' },
      { id: 'dev_2', kind: 'email', to: 'maria@exemplo.com.br' },
    ],
    does: 'tem 24.500 pontos: paga uma parte',
  },
  {
    id: 'mem_2c81f6a0',
    document: '70421835680',
    name: 'Paula Rocha',
    status: 'active',
    points: 60_000,
    devices: [
      { id: 'dev_1', kind: 'sms', to: '+5511987650123' },
      { id: 'dev_2', kind: 'email', to: 'paula@exemplo.com.br' },
    ],
    does: 'tem 60.000 pontos, e usa alguns em outras lojas',
  },
  {
    id: 'mem_b40e6d58',
    document: '52998224725',
    name: 'João Pereira',
    status: 'active',
    points: 9_000_000,
    devices: [{ id: 'dev_1', kind: 'email', to: 'joao@exemplo.com.br' }],
    does: 'tem 9.000.000 de pontos: pode pagar tudo',
  },
  {
    id: 'mem_5d07b1ee',
    document: '93541134780',
    name: 'Carla Dias',
    status: 'active',
    points: 120_000,
    devices: [
      { id: 'dev_1', kind: 'email', to: 'carla@exemplo.com.br' },
      { id: 'dev_2', kind: 'sms', to: '+5541988887777' },
    ],
    does: 'tem 120.000 pontos, mais do que um curso custa',
  },
  {
    id: 'mem_2c95fe07',
    document: '11144477735',
    name: 'Ana Souza',
    status: 'active',
    points: 320,
    devices: [{ id: 'dev_1', kind: 'sms', to: '+5521998765432' }],
    does: 'tem 320 pontos: menos que o mínimo',
  },
  {
    id: 'mem_e81d3ab6',
    document: '12345678909',
    name: 'Bruno Lima',
    status: 'blocked',
    points: 50_000,
    devices: [{ id: 'dev_1', kind: 'sms', to: '+5531991112222' }],
    does: 'está com a conta bloqueada',
  },
];

/** `+5511961234567` → `(••) •••••-4567`, `maria@exemplo.com.br` → `m•••@e•••.com.br`. */
export function maskDevice({ kind, to }: MemberDevice): string {
  if (kind === 'sms') return `(••) •••••-${to.slice(-4)}`;
  const [name = '', host = ''] = to.split('@');
  const dot = host.indexOf('.');
  return `${name.charAt(0)}•••@${host.charAt(0)}•••${host.slice(dot)}`;
}
