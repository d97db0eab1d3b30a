/** The pages that problems lead to. */

import { expect } from 'chai';

import { PROBLEMS } from '../../../src/http/problems/catalogue.ts';
import { type HttpService, openHttpService } from '../../support/http-service.ts';

describe('the page of a problem', () => {
  let service: HttpService;

  before(async () => {
    service = await openHttpService();
  });

  after(() => service.close());

  for (const [code, { status, title, remedy }] of Object.entries(PROBLEMS)) {
    it(`says what ${code} means and what to do, and can do nothing itself`, async () => {
      const response = await fetch(`${service.server.url}/problems/${code}`);
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).to.match(/^default-src 'none'.*sandbox/);
      const page = await response.text();
      expect(page).to.include(title).and.include(remedy).and.include(`${status} ${code}`);
      expect(page).not.to.match(/<script|<style|<link|<img|href=|on\w+=/i);
    });
  }
});
