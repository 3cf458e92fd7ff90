import type { Country } from '#src/kernel/locale/locale.ts';

interface SampleBuyer {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
}

/** Buyers of the gallery, one per market. */
export const sampleBuyers: Readonly<Record<Country, SampleBuyer>> = {
  BR: { name: 'Maria da Silva', email: 'maria.silva@exemplo.com.br', phone: '+5511961234567' },
  MZ: { name: 'Graça Machava', email: 'graca.machava@exemplo.co.mz', phone: '+258841234567' },
  PE: { name: 'María Quispe', email: 'maria.quispe@ejemplo.pe', phone: '+51987654321' },
};

/** Where the gallery's buyers live, as a billing address is kept. */
export const sampleAddresses: Readonly<Record<Country, Readonly<Record<string, string>>>> = {
  BR: { addressLine1: 'Rua das Flores', addressLine2: '100', neighbourhood: 'Centro', city: 'Recife', state: 'PE' },
  MZ: {
    addressLine1: 'Avenida Eduardo Mondlane',
    addressLine2: '100',
    neighbourhood: 'Polana',
    city: 'Maputo',
    state: 'MPM',
  },
  PE: { addressLine1: 'Avenida Larco', addressLine2: '100', neighbourhood: 'Miraflores', city: 'Lima', state: 'LIM' },
};

/** A buyer whose name and address break where nobody expects it. */
export const longBuyer: Omit<SampleBuyer, 'phone'> = {
  name: 'Wolfeschlegelsteinhausenberger Maria Antonieta de Albuquerque e Vasconcelos Figueiredo',
  email: 'maria.antonieta.de.albuquerque.vasconcelos.figueiredo.filha@departamento.universidade-federal.exemplo.com.br',
};

/** What is put behind titles: long words and many of them. */
export const longTitle =
  'Otorrinolaringologia e Desenvolvimento Extraordinariamente Interdisciplinar, turma vespertina';
