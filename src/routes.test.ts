import { describe, expect, it } from 'vitest'
import { confirmPaymentAddress, embedRoutesOf, homeAddress, inLanguage, refreshAddress, routesOf } from './routes.ts'

const to = routesOf('lakeside')
const enFrançais = routesOf('lakeside', 'fr')

describe('building URLs of pages', () => {
  it.each([
    { made: to.explore(), address: '/pg/lakeside' },
    {
      made: to.explore({ search: 'canoe & clay', age: 8, type: 'camp', skip: 40 }),
      address: '/pg/lakeside?search=canoe+%26+clay&age=8&type=camp&skip=40',
    },
    { made: to.explore({ search: '', age: null, skip: 0 }), address: '/pg/lakeside' },
    { made: to.explore({ age: 0 }), address: '/pg/lakeside?age=0' },
    { made: enFrançais.explore({ age: 8 }), address: '/pg/lakeside?age=8&lang=fr' },
    { made: enFrançais.event('evt_1'), address: '/pg/lakeside/evt/evt_1?lang=fr' },
    { made: embedRoutesOf('lakeside', 'fr').explore({ age: 8, skip: 0 }), address: '/embed/lakeside?age=8&lang=fr' },
    { made: embedRoutesOf('lakeside').event('evt_1'), address: '/pg/lakeside/evt/evt_1' },
    { made: to.register('evt_1', 'opt_2'), address: '/pg/lakeside/evt/evt_1/register?option_id=opt_2' },
    {
      made: to.login('/pg/lakeside/evt/evt_1?lang=fr'),
      address: '/pg/lakeside/login?goto=%2Fpg%2Flakeside%2Fevt%2Fevt_1%3Flang%3Dfr',
    },
    {
      made: enFrançais.loginFirst('/pg/lakeside/profile/orders'),
      address: '/pg/lakeside/login?program_id=lakeside&goto=%2Fpg%2Flakeside%2Fprofile%2Forders&lang=fr',
    },
    { made: to.product('prd_1'), address: '/pg/lakeside?store=all&page_of=prd_1#prd_1' },
    {
      made: enFrançais.package('session', 'spk_1'),
      address: '/pg/lakeside/packages/session?page_of=spk_1&lang=fr#spk_1',
    },
    { made: to.order('ord_1'), address: '/pg/lakeside/profile/orders/ord_1' },
    { made: to.event('../../evil'), address: '/pg/lakeside/evt/..%2F..%2Fevil' },
    { made: homeAddress('fr'), address: '/?lang=fr' },
    { made: refreshAddress('/pg/a/profile/orders'), address: '/token?goto=%2Fpg%2Fa%2Fprofile%2Forders' },
    {
      made: confirmPaymentAddress({ program_id: 'a', order_id: 'o', payment_id: 'p' }),
      address: '/confirm-payment?program_id=a&order_id=o&payment_id=p',
    },
  ])('a route builds $address', ({ made, address }) => expect(made).toBe(address))

  it('changing the language keeps every other part of the URL', () => {
    expect(inLanguage(new URL('https://book.example/pg/lakeside?age=8&lang=fr'), null)).toBe('/pg/lakeside?age=8')
    expect(inLanguage(new URL('https://book.example/pg/lakeside?age=8'), 'fr')).toBe('/pg/lakeside?age=8&lang=fr')
  })
})
