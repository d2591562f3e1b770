create table t(a integer primary key, b text, c real);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
insert into t select i, 'name' || (i * 7 % 1000), i * 0.5 from n;
create index tb on t(b);
select b, count(*), sum(c) from t group by b order by 2 desc, 1 limit 5;
update t set c = c + 1 where a % 3 = 0;
delete from t where b like '%99';
select count(*) from t x join t y on x.b = y.b where x.a < 500;
